/** From the first day of the year 1. */
const DAYS_BEFORE_1970 = 719_162;

/** February in a leap year. */
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reads a date and time of RFC 3339 (§5.6). A space may replace the `T`. A leap second counts as the next second.
 * @returns whole milliseconds since the epoch, rounded down; `undefined` for anything else
 */
export function parseRfc3339(text: string): number | undefined {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  const isShaped =
    text[4] === '-' && text[7] === '-' && isSeparator(text[10]) && text[13] === ':' && text[16] === ':';
  // NaN, for missing digits, is outside every range.
  const isMoment =
    isShaped && year >= 0 && isDay(year, month, day) && hour <= 23 && minute <= 59 && second <= 60;
  if (!isMoment) return undefined;

  const fractionEnd = text[19] === '.' ? skipDigits(text, 20) : 19;
  if (fractionEnd === 20) return undefined;
  const offsetMinutes = readOffset(text, fractionEnd);
  if (offsetMinutes === undefined) return undefined;
  const minutes = (daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute - offsetMinutes;
  return (minutes * 60 + second) * 1_000 + readMilliseconds(text, fractionEnd);
}

/** Reads a number; NaN if a character is missing or is not a digit. */
function digits(text: string, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function skipDigits(text: string, start: number): number {
  let at = start;
  while (digits(text, at, 1) >= 0) at += 1;
  return at;
}

/** The first three digits of the fraction, in milliseconds; 0 without a fraction. */
function readMilliseconds(text: string, fractionEnd: number): number {
  let value = 0;
  for (let at = 20; at < 23; at += 1) value = value * 10 + (at < fractionEnd ? digits(text, at, 1) : 0);
  return value;
}

/** Minutes east of UTC; `undefined` if the rest of the text is not an offset. */
function readOffset(text: string, at: number): number | undefined {
  const sign = text[at];
  if (sign === 'Z' || sign === 'z') return text.length === at + 1 ? 0 : undefined;
  if ((sign !== '+' && sign !== '-') || text[at + 3] !== ':' || text.length !== at + 6) return undefined;
  const hour = digits(text, at + 1, 2);
  const minute = digits(text, at + 4, 2);
  if (!(hour <= 23 && minute <= 59)) return undefined;
  return sign === '-' ? -(hour * 60 + minute) : hour * 60 + minute;
}

function isSeparator(character: string | undefined): boolean {
  return character === 'T' || character === 't' || character === ' ';
}

function isDay(year: number, month: number, day: number): boolean {
  const days = month === 2 && !isLeapYear(year) ? 28 : (DAYS_IN_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Not `Date.UTC`, which puts the years 0 to 99 in the twentieth century. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const past = year - 1;
  const leapDays = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  let days = past * 365 + leapDays + day - 1 - DAYS_BEFORE_1970;
  for (let earlier = 1; earlier < month; earlier += 1) {
    days += earlier === 2 && !isLeapYear(year) ? 28 : (DAYS_IN_MONTH[earlier - 1] as number);
  }
  return days;
}
