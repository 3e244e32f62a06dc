import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFieldValue, safeContentType, TUNNEL_CLIENT } from './headers.ts';

describe('isFieldValue', () => {
  it.each(['', 'a b', 'a\tb', 'é', '~!"'])('takes %j', (value) => {
    expect(isFieldValue(value)).toBe(true);
  });

  it.each(['a\r\nb', 'a\nb', '\0', '\x01', '\x1b[31m', '\x7f', '漢'])('refuses %j', (value) => {
    expect(isFieldValue(value)).toBe(false);
  });
});

describe('safeContentType', () => {
  it.each([
    'application/json',
    'TEXT/PLAIN',
    'text/plain; charset=utf-8',
    'application/json ; charset="utf-8"; v=1 ',
  ])('keeps %j', (contentType) => {
    expect(safeContentType(contentType)).toBe(contentType);
  });

  it.each([
    undefined,
    '',
    'text/html',
    'text/plain, text/html',
    'text/plain; a=b, text/html',
    'text/plain; a="b, text/html"',
    'text/plain;text/html',
    'text/plain-html',
    'application/json+html',
    'application/problem+json',
  ])('calls %j plain text', (contentType) => {
    expect(safeContentType(contentType)).toBe('text/plain; charset=utf-8');
  });
});

it('the tunnel names itself with the version of its package', () => {
  const manifest = JSON.parse(readFileSync(join(__dirname, '../../../tunnel/package.json'), 'utf8')) as {
    version: string;
  };
  expect(TUNNEL_CLIENT).toBe(`adit-tunnel/${manifest.version}`);
});
