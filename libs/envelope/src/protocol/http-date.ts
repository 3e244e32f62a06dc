interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly time: string;
}

// RFC 9110 §5.6.7: a recipient accepts all three forms, in UTC.
const FORMS = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A two-digit year that would be further ahead than this is in the past (RFC 9110 §5.6.7). */
const MAX_YEARS_AHEAD = 50;

/**
 * Parses an HTTP date to milliseconds since the epoch; `undefined` for anything else. `Date.parse` would accept far
 * more, and would read the last of the three forms as local time.
 */
export function parseHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups as DateParts | undefined;
    if (parts !== undefined) return toTimestamp(parts, nowMs);
  }
  return undefined;
}

function toTimestamp({ day, month, year, time }: DateParts, nowMs: number): number | undefined {
  const fullYear = year.length === 2 ? nearestYear(Number(year), nowMs) : Number(year);
  const midnight = new Date(Date.UTC(fullYear, MONTHS.indexOf(month), Number(day)));
  // An invalid day or month would move the date to another month.
  if (MONTHS[midnight.getUTCMonth()] !== month) return undefined;
  const timestamp = Date.parse(`1970-01-01T${time}Z`) + midnight.getTime();
  return Number.isNaN(timestamp) ? undefined : timestamp;
}

function nearestYear(twoDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + MAX_YEARS_AHEAD ? year - 100 : year;
}
