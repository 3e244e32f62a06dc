/**
 * The error for an option that has a value it cannot have.
 *
 * @param accepted what it can have, in words or as a list
 */
export function notAccepted(
  option: string,
  value: unknown,
  accepted: string | readonly unknown[],
): RangeError {
  return new RangeError(
    `${option} is ${String(value)}; accepted: ${typeof accepted === 'string' ? accepted : accepted.join(', ')}`,
  );
}
