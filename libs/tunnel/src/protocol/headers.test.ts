import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFieldValue, TUNNEL_CLIENT } from './headers.ts';

describe('isFieldValue', () => {
  it.each(['', 'a b', 'a\tb', 'é', '~!"'])('takes %j', (value) => {
    expect(isFieldValue(value)).toBe(true);
  });

  it.each(['a\r\nb', 'a\nb', '\0', '\x01', '\x1b[31m', '\x7f', '漢'])('refuses %j', (value) => {
    expect(isFieldValue(value)).toBe(false);
  });
});

it('the tunnel names itself with the version of its package', () => {
  const manifest = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  expect(TUNNEL_CLIENT).toBe(`adit-tunnel/${manifest.version}`);
});
