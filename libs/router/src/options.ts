import { refuseOption } from './refuse-option.ts';

/** Throws unless the value is an integer from `min` to `max`. */
export function requireInteger(option: string, value: number, min: number, max?: number): void {
  if (Number.isInteger(value) && value >= min && value <= (max ?? value)) return;
  refuseOption(option, value, `an integer of at least ${min}${max ? ` and at most ${max}` : ''}`);
}

/** Throws unless the value is one of `accepted`. */
export function requireOneOf<Value extends string>(
  option: string,
  value: Value,
  accepted: readonly Value[],
): void {
  if (accepted.includes(value)) return;
  refuseOption(option, value, accepted.map((choice) => JSON.stringify(choice)).join(', '));
}
