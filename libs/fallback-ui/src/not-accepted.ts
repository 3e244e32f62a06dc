/** Longer values are cut; the missing quotation mark shows it. */
const SHOWN_LENGTH = 60;

/**
 * The error for an option with a wrong value, in one line: `pack is "formal"; accepted: classic, plain`.
 *
 * @param accepted the accepted values, in words or as a list
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

/** Text as JSON, which tells `"404"` from `404` and has no line ends. For an object, only its type. */
function show(value: unknown): string {
  if (typeof value === 'string' || Array.isArray(value)) return JSON.stringify(value).slice(0, SHOWN_LENGTH);
  return Object(value) === value ? typeof value : String(value);
}
