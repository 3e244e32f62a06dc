/** @jest-environment node */
import { dsnToString, makeDsn } from '@sentry/core';
import { derivedPaths, hash } from './derived-paths.ts';

it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('hashes %j as the authors of FNV say', (text, expected) => {
  expect(hash(text)).toBe(expected);
});

it.each([
  'https://public@o123.ingest.sentry.io/1337',
  'https://public:secret@o123.ingest.sentry.io/1337',
  'https://public:@sentry.example:9000/base/path/7',
  'http://public@[::1]:8000/7',
])('derives a path of letters and digits from %s, as the SDK writes it', (dsn) => {
  const ofSdk = dsnToString(makeDsn(dsn)!);
  expect(derivedPaths([dsn])).toEqual([`/${hash(ofSdk).toString(36)}`]);
  expect(derivedPaths([dsn])[0]).toMatch(/^\/[0-9a-z]{1,7}$/);
});

it('derives another path from another DSN, and the same from a DSN with a slash at its end', () => {
  const [first, second, withSlash] = derivedPaths([
    'https://a@h.example/1',
    'https://a@h.example/2',
    'https://a@h.example/1/',
  ]);
  expect(second).not.toBe(first);
  expect(withSlash).toBe(first);
});
