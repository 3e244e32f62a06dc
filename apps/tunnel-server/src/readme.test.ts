import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const APP = join(__dirname, '..');
const variablesIn = (file: string, pattern: RegExp): string[] =>
  [...new Set([...readFileSync(join(APP, file), 'utf8').matchAll(pattern)].map(([, name]) => name!))].sort();

it('the README names the variables the server reads, and no others', () => {
  const read = variablesIn('src/config.ts', /'((?:ADIT|SENTRY)_[A-Z_]+|HOST|PORT)'/g);

  expect(read.length).toBeGreaterThan(10);
  expect(variablesIn('README.md', /`((?:ADIT|SENTRY)_[A-Z_]+|HOST|PORT)`/g)).toEqual(read);
});
