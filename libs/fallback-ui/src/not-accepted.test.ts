/** @jest-environment node */
import { notAccepted } from './not-accepted.ts';

describe('notAccepted', () => {
  it.each([
    ['404', '"404"'],
    [404, '404'],
    [NaN, 'NaN'],
    [undefined, 'undefined'],
    [null, 'null'],
    [['de', 'fr'], '["de","fr"]'],
    [() => 'de\nfr', 'function'],
    [Object.create(null), 'object'],
    [10n, '10'],
    ['de\nfr', '"de\\nfr"'],
    ['x'.repeat(100), `"${'x'.repeat(59)}`],
  ])('shows %p in one line', (value, shown) => {
    expect(notAccepted('option', value, ['de', 'fr'])).toEqual(
      new RangeError(`option is ${shown}; accepted: de, fr`),
    );
  });
});
