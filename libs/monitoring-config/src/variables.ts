/** An environment record, such as `process.env` or the variables a bundler inlined. */
export type EnvironmentRecord = Readonly<Record<string, string | undefined>>;

/** A value and the name of its option or variable, for error messages. */
export interface NamedValue<T> {
  readonly name: string;
  readonly value: T;
}

/** Returns the first variable that is not blank, trimmed. Deployments set a variable to blank to unset it. */
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
