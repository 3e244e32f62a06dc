/**
 * The longest time a timer takes, some 24 days. Hosts keep it in 32 bits, and fire at once what does not fit (HTML, timers;
 * Node, `setTimeout`).
 */
export const MAX_TIMER_MS = 2_147_483_647;

/** Throws one line that names the option, its value and what is accepted. */
export function refuseOption(option: string, value: unknown, accepted: string): never {
  const shown = typeof value === 'number' ? value : JSON.stringify(value);
  throw new RangeError(`${option} is ${shown}; accepted: ${accepted}`);
}

/** Refuses what is not an integer of `min` to `max`. */
export function requireInteger(option: string, value: number, min: number, max?: number): void {
  if (Number.isInteger(value) && value >= min && value <= (max ?? value)) return;
  refuseOption(option, value, `an integer of at least ${min}${max ? ` and at most ${max}` : ''}`);
}

/** Refuses a `buildId` that is no text, or empty; in JavaScript a variable that was not set gets here as `undefined`. */
export function requireBuildId(buildId: string): void {
  if (typeof buildId !== 'string' || !buildId) refuseOption('buildId', buildId, 'the name of a build');
}

/** Refuses what is not one of `accepted`. */
export function requireOneOf<Value extends string>(
  option: string,
  value: Value,
  accepted: readonly Value[],
): void {
  if (accepted.includes(value)) return;
  refuseOption(option, value, accepted.map((choice) => JSON.stringify(choice)).join(', '));
}
