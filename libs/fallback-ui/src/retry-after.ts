/** When another try may succeed: seconds from now, a date, or the text of a `Retry-After` header (RFC 9110, 10.2.3). */
export type RetryAfter = number | Date | string;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Whether it counts from now, as a number of seconds does, and names no date. */
export const isDelay = (retryAfter: RetryAfter): boolean =>
  typeof retryAfter === 'number' || /^\s*\d+\s*$/.test(String(retryAfter));

/** The instant meant, in milliseconds since the epoch; `undefined` where it is none or has passed. */
export function parseRetryAfter(retryAfter: RetryAfter, now: number): number | undefined {
  const instant = isDelay(retryAfter) ? now + Number(retryAfter) * 1_000 : new Date(retryAfter).getTime();
  // The last date there is; NaN fails every comparison.
  return instant > now && instant <= 8.64e15 ? instant : undefined;
}

/**
 * The same for people: "in 5 minutes" within a day, a date with its time zone after. Rounded up: who comes on time must
 * not come too early. `dateTime` is what the text says for machines: where it counts from now and was given so, a duration,
 * which a file or a cache does not make wrong; else the instant. `undefined` where there is nothing to say.
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
