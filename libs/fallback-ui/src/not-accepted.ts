/** Longer values are cut, which a missing quotation mark shows. */
const SHOWN_LENGTH = 60;

/**
 * The error for an option that has a value it cannot have, in one line.
 *
 * @param accepted what it can have, in words or as a list
 */
export function notAccepted(
  option: string,
  value: unknown,
  accepted: string | readonly unknown[],
): RangeError {
  return new RangeError(
    `${option} is ${show(value)}; accepted: ${typeof accepted === 'string' ? accepted : accepted.join(', ')}`,
  );
}

/** Text as JSON, which tells `"404"` from `404` and has no line ends; of an object no more than that it is one. */
function show(value: unknown): string {
  if (typeof value === 'string' || Array.isArray(value)) return JSON.stringify(value).slice(0, SHOWN_LENGTH);
  return Object(value) === value ? typeof value : String(value);
}
