import fc from 'fast-check';
import { fitsInto, jsonSize } from './json-size.ts';

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe(jsonSize, () => {
  it('counts the bytes of any JSON value', () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withNullPrototype: true, withBoxedValues: true }),
        (value) => {
          const text = JSON.stringify({ value });
          expect(jsonSize({ value })).toBe(Buffer.byteLength(text));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('counts text of every kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 0xffff }), (text, unit) => {
        const odd = text + String.fromCharCode(unit) + text;
        expect(jsonSize(odd)).toBe(sizeOf(odd));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [[undefined, () => 1, Symbol('s'), NaN, -0, 1e21]],
    [{ a: undefined, b: () => 1, c: true, d: false, 'é"': '\u2028\b\u0001' }],
    [{ toJSON: () => ({ replaced: 'yes' }) }],
  ])('counts what JSON writes for %j', (value) => {
    expect(jsonSize(value)).toBe(sizeOf(value));
  });

  it('does not count what cannot be serialised', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const throwing = {
      get bad(): string {
        throw new Error('no');
      },
    };
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) deep = [deep];

    expect([cycle, throwing, { big: 1n }, deep].map((value) => jsonSize(value))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('counts a part that stands in two places twice', () => {
    const shared = { a: 1 };

    expect(jsonSize([shared, shared])).toBe(sizeOf([shared, shared]));
  });

  it('ends early beyond the limit', () => {
    let reads = 0;
    const list = Array.from({ length: 1_000 }, () => ({
      get value() {
        reads += 1;
        return 'x'.repeat(100);
      },
    }));

    expect(jsonSize(list, 1_000)).toBeGreaterThan(1_000);
    expect(jsonSize(Object.fromEntries(list.entries()), 1_000)).toBeGreaterThan(1_000);
    expect(reads).toBeLessThan(30);
  });
});

describe(fitsInto, () => {
  it('agrees with the size, also where not every character takes the most it can', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 200 }), (value, maxBytes) => {
        expect(fitsInto(value, maxBytes)).toBe(sizeOf(value) <= maxBytes);
      }),
      { numRuns: 1_000 },
    );
  });

  it('looks at no character of what fits anyway', () => {
    const charCodeAt = jest.spyOn(String.prototype, 'charCodeAt');

    const fits = fitsInto({ text: 'x'.repeat(1_000) }, 10_000);
    const looks = charCodeAt.mock.calls.length;
    charCodeAt.mockRestore();

    expect([fits, looks]).toEqual([true, 0]);
  });

  it('does not fit what cannot be serialised', () => {
    expect(fitsInto({ big: 1n }, 1_000)).toBe(false);
  });

  it.each([2, 3])('does not fit what cannot be read the %s. time', (time) => {
    let reads = 0;
    const fickle = {
      text: 'x'.repeat(50),
      get later() {
        reads += 1;
        if (reads === time) throw new Error('no');
        return 'x'.repeat(50);
      },
    };

    expect(fitsInto(fickle, 400)).toBe(false);
  });
});
