/** When another try may succeed: seconds from now, a date, or the text of a `Retry-After` header (RFC 9110, 10.2.3). */
export type RetryAfter = number | Date | string;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Whether it is a number of seconds from now and not a date. */
export const isDelay = (retryAfter: RetryAfter): boolean =>
  typeof retryAfter === 'number' || /^\s*\d+\s*$/.test(String(retryAfter));

/** The time in milliseconds since the epoch; `undefined` if it is invalid or has passed. */
export function retryInstant(retryAfter: RetryAfter, now: number): number | undefined {
  const instant = isDelay(retryAfter) ? now + Number(retryAfter) * 1_000 : new Date(retryAfter).getTime();
  // The last possible date; NaN fails every comparison.
  return instant > now && instant <= 8.64e15 ? instant : undefined;
}

/**
 * The time as text: "in 5 minutes" within a day, else a date with its time zone, rounded up. `dateTime` is for the
 * `time` element: a duration if seconds were given, so that a stored file stays correct, else a date.
 *
 * @returns `undefined` if the time is invalid or has passed
 * @throws {RangeError} if `lang` is not a language tag
 */
export function formatRetryAfter(
  retryAfter: RetryAfter,
  lang: string,
  now: number,
): { text: string; dateTime: string } | undefined {
  const instant = retryInstant(retryAfter, now);
  if (instant === undefined) return undefined;
  const seconds = Math.ceil((instant - now) / 1_000);
  const dateTime = isDelay(retryAfter) && seconds <= DAY ? `PT${seconds}S` : new Date(instant).toISOString();
  if (seconds > DAY) {
    const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
    return { text: format.format(instant), dateTime };
  }
  const relative = new Intl.RelativeTimeFormat(lang);
  if (seconds > 2 * HOUR) return { text: relative.format(Math.ceil(seconds / HOUR), 'hour'), dateTime };
  if (seconds > 90) return { text: relative.format(Math.ceil(seconds / MINUTE), 'minute'), dateTime };
  return { text: relative.format(seconds, 'second'), dateTime };
}
