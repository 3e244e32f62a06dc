/** Invalid configuration. The message is one line with the variable, its value and the accepted values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
