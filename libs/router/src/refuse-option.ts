/** Throws an error with one line that names the option, its value and what is accepted. */
export function refuseOption(option: string, value: unknown, accepted: string): never {
  const shown = typeof value === 'number' ? value : JSON.stringify(value);
  throw new RangeError(`${option} is ${shown}; accepted: ${accepted}`);
}
