/** The options without those that are `null`, which JSON and databases use for a missing value. */
export const withoutNulls = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)) as Options;
