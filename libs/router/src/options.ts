/** Throws one line that names the option, its value and what is accepted, unless `value` is an integer of at least `min`. */
export function requireInteger(option: string, value: number, min: number): void {
  if (Number.isInteger(value) && value >= min) return;
  throw new RangeError(`${option} is ${value}; accepted: an integer of at least ${min}`);
}
