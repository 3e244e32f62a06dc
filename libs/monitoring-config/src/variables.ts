/** An environment record, such as `process.env` or the variables a bundler inlined. */
export type EnvironmentRecord = Readonly<Record<string, string | undefined>>;

/** A value together with the name it was found under, so that an error can say where it came from. */
export interface NamedValue<T> {
  readonly name: string;
  readonly value: T;
}

/** The first variable that is set to more than blanks, trimmed: a blank one is how a deployment unsets another. */
export function readVariable(
  env: EnvironmentRecord,
  names: readonly string[],
): NamedValue<string> | undefined {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return { name, value };
  }
  return undefined;
}
