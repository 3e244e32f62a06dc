import { DURATION, SIZE, parseQuantity, parseRate } from './quantities.ts';

describe('parseQuantity', () => {
  it.each([
    ['500ms', 500],
    ['10s', 10_000],
    ['1m', 60_000],
    ['24h', 86_400_000],
    ['2d', 172_800_000],
  ])('reads the duration %s', (text, expected) => {
    expect(parseQuantity(text, DURATION)).toBe(expected);
  });

  it.each([
    ['1048576', 1_048_576],
    ['12B', 12],
    ['512KiB', 524_288],
    ['200MiB', 209_715_200],
    ['1GiB', 1_073_741_824],
  ])('reads the size %s', (text, expected) => {
    expect(parseQuantity(text, SIZE)).toBe(expected);
  });

  it.each(['', '0s', '10', '-1s', '1.5s', '10 s', '10S', '1000h', '1constructor', '1toString', '٣s'])(
    'rejects the duration %j',
    (text) => {
      expect(parseQuantity(text, DURATION)).toBeUndefined();
    },
  );

  it.each(['10MB', '1e9', '0x10', '9007199254740993', '9999999GiB'])('takes %j for no size', (text) => {
    expect(parseQuantity(text, SIZE)).toBeUndefined();
  });
});

describe('parseRate', () => {
  it.each([
    ['5/s', { requests: 5, perMs: 1_000 }],
    ['300/min', { requests: 300, perMs: 60_000 }],
    ['1000/h', { requests: 1_000, perMs: 3_600_000 }],
  ])('reads %s', (text, expected) => {
    expect(parseRate(text)).toEqual(expected);
  });

  it.each([
    '',
    'off',
    '300',
    '/min',
    '0/min',
    '-1/min',
    '300/m',
    '300/day',
    '300 / min',
    '1.5/s',
    '1e3/s',
    '1000001/s',
  ])('takes %j for no rate', (text) => {
    expect(parseRate(text)).toBeUndefined();
  });
});
