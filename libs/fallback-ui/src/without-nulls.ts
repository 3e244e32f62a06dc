/** The options without those that are `null`, which is how JSON and databases say that there is none. */
export const withoutNulls = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)) as Options;
