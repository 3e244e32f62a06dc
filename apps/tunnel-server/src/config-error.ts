/** Wrong configuration, told in one line: which variable, which value, what is accepted. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
