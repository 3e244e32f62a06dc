/** From the first day of the year 1. */
const DAYS_BEFORE_1970 = 719_162;

/** February in a leap year. */
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reads a moment as RFC 3339 writes it (§5.6): a space is taken for the `T`, a leap second for the next one's first.
 * @returns milliseconds since the epoch, what is finer cut off; `undefined` for anything else
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
  // NaN, where there are no digits, is within no range.
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

/** The number its digits write; NaN where a character is none, or is missing. */
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

/** What the first three digits of the fraction write; 0 without one. */
function readMilliseconds(text: string, fractionEnd: number): number {
  let value = 0;
  for (let at = 20; at < 23; at += 1) value = value * 10 + (at < fractionEnd ? digits(text, at, 1) : 0);
  return value;
}

/** Minutes east of Greenwich; `undefined` where there is anything but an offset up to the end of the text. */
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

/** Reckoned here because `Date.UTC` takes the years 0 to 99 for the twentieth century. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const past = year - 1;
  const leapDays = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  let days = past * 365 + leapDays + day - 1 - DAYS_BEFORE_1970;
  for (let earlier = 1; earlier < month; earlier += 1) {
    days += earlier === 2 && !isLeapYear(year) ? 28 : (DAYS_IN_MONTH[earlier - 1] as number);
  }
  return days;
}
