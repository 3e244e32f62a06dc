/** Longest part of an invalid value in a message, in characters. */
const SHOWN_VALUE_LENGTH = 100;

/** Thrown for an invalid value. The message is one line with the option, the value and what is accepted. */
export class MonitoringConfigError extends Error {
  override readonly name = 'MonitoringConfigError';
  /** The option or environment variable with the value. */
  readonly option: string;

  constructor(option: string, value: unknown, accepted: string) {
    super(`${option} is ${show(value)}; accepted: ${accepted}`);
    this.option = option;
  }
}

/** Returns one short line, without the secret of a DSN, because messages go to logs. */
function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.replace(/(\w):(?!\/\/).*@/s, '$1:***@').slice(0, SHOWN_VALUE_LENGTH));
}
