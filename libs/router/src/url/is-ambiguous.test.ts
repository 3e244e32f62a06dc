/** @jest-environment node */
import { isAmbiguous } from './is-ambiguous.ts';

describe('isAmbiguous', () => {
  it.each([
    '\\',
    '/a\\b',
    '//app.example',
    ' /a',
    '/a\u00a0',
    '/a\tb',
    '/a\u0085',
    'https:a',
    'http:/a',
    'https://@a/',
  ])('is true of %j', (href) => expect(isAmbiguous(href)).toBe(true));

  it.each(['/', '/a?b=\\', '/a#\\', '?\\', '/a b', '/a//b', 'a', 'https://app.example/@a', '/a?b=//c', ''])(
    'is false of %j',
    (href) => expect(isAmbiguous(href)).toBe(false),
  );

  it('answers a hostile megabyte, which a pattern that backtracks would not in the time of a test', () => {
    const many = (text: string): string => text.repeat(1_000_000);
    expect(isAmbiguous(`x${many(' ')}x`)).toBe(false);
    expect(isAmbiguous(`https://${many('a')}`)).toBe(false);
    expect(isAmbiguous(`/?${many('\\')}`)).toBe(false);
  });
});
