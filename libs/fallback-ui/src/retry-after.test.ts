import { formatRetryAfter, retryInstant } from './retry-after.ts';

const NOW = Date.UTC(2026, 4, 2, 8, 0, 0);
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1_000);

describe('retryInstant', () => {
  it.each([
    ['seconds', 120],
    ['a date', inSeconds(120)],
    ['the header’s seconds', ' 120 '],
    ['the header’s date', 'Sat, 02 May 2026 08:02:00 GMT'],
  ])('reads %s', (_, retryAfter) => {
    expect(retryInstant(retryAfter, NOW)).toBe(NOW + 120_000);
  });

  it.each([0, -5, NaN, Infinity, 1e300, '', 'soon', '12 minutes', new Date(NaN), inSeconds(-1)])(
    'reads nothing from %p',
    (retryAfter) => {
      expect(retryInstant(retryAfter, NOW)).toBeUndefined();
    },
  );
});

describe('formatRetryAfter', () => {
  const format = (seconds: number, lang = 'en') => formatRetryAfter(seconds, lang, NOW)?.text;

  it.each([
    [0.2, 'in 1 second'],
    [90, 'in 90 seconds'],
    [91, 'in 2 minutes'],
    [7_200, 'in 120 minutes'],
    [7_201, 'in 3 hours'],
    [86_400, 'in 24 hours'],
  ])('says %d seconds for people, and never too little', (seconds, text) => {
    expect(format(seconds)).toBe(text);
  });

  it('names the date and its time zone after a day', () => {
    expect(format(86_401)).toMatch(/^May 3, 2026 at 8:00:01\sAM UTC$/);
  });

  it('formats for the given language', () => {
    expect(format(300, 'de')).toBe('in 5 Minuten');
    expect(format(300, 'ja')).toBe('5 分後');
  });

  it.each([
    [300, 'PT300S'],
    [' 300 ', 'PT300S'],
    [0.2, 'PT1S'],
    [86_401, '2026-05-03T08:00:01.000Z'],
    [inSeconds(300), '2026-05-02T08:05:00.000Z'],
    ['Sat, 02 May 2026 08:05:00 GMT', '2026-05-02T08:05:00.000Z'],
  ])('gives machines what people are told for %p', (retryAfter, dateTime) => {
    expect(formatRetryAfter(retryAfter, 'en', NOW)?.dateTime).toBe(dateTime);
  });

  it('returns nothing for the past', () => {
    expect(formatRetryAfter('Sat, 02 May 2026 07:59:59 GMT', 'en', NOW)).toBeUndefined();
  });
});
