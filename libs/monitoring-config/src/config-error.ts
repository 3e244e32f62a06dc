/** Longest part of a wrong value that a message repeats, in characters. */
const SHOWN_VALUE_LENGTH = 100;

/** Thrown at creation for a value that cannot work; the message is one line with option, value and what is accepted. */
export class MonitoringConfigError extends Error {
  override readonly name = 'MonitoringConfigError';
  /** The option or environment variable that holds the value. */
  readonly option: string;

  constructor(option: string, value: unknown, accepted: string) {
    super(`${option} is ${show(value)}; accepted: ${accepted}`);
    this.option = option;
  }
}

/** One line, bounded, and without the secret half of a DSN, because messages end up in logs. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_VALUE_LENGTH)) : String(value);
  return text.replace(/(:\/\/\w+):\w+@/, '$1:***@').slice(0, SHOWN_VALUE_LENGTH);
}
