/** When another try may succeed: seconds from now, a date, or the text of a `Retry-After` header (RFC 9110, 10.2.3). */
export type RetryAfter = number | Date | string;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The instant meant, in milliseconds since the epoch; `undefined` where it is none or has passed. */
export function parseRetryAfter(retryAfter: RetryAfter, now: number): number | undefined {
  const seconds =
    typeof retryAfter === 'string' && /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : retryAfter;
  const instant = typeof seconds === 'number' ? now + seconds * 1_000 : new Date(seconds).getTime();
  // The last date there is; NaN fails every comparison.
  return instant > now && instant <= 8.64e15 ? instant : undefined;
}

/**
 * The same for people: "in 5 minutes" within a day, a date with its time zone after. Rounded up: who comes on time must
 * not come too early. `undefined` where there is nothing to say.
 *
 * @throws {RangeError} where `lang` is no language tag
 */
export function formatRetryAfter(
  retryAfter: RetryAfter,
  lang: string,
  now: number,
): { text: string; dateTime: string } | undefined {
  const instant = parseRetryAfter(retryAfter, now);
  if (instant === undefined) return undefined;
  const dateTime = new Date(instant).toISOString();
  const seconds = Math.ceil((instant - now) / 1_000);
  if (seconds > DAY) {
    const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
    return { text: format.format(instant), dateTime };
  }
  const relative = new Intl.RelativeTimeFormat(lang);
  if (seconds > 2 * HOUR) return { text: relative.format(Math.ceil(seconds / HOUR), 'hour'), dateTime };
  if (seconds > 90) return { text: relative.format(Math.ceil(seconds / MINUTE), 'minute'), dateTime };
  return { text: relative.format(seconds, 'second'), dateTime };
}
