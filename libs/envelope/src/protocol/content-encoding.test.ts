import { parseContentEncoding } from './content-encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  [' Identity ', 'identity'],
  ['UTF-8', 'identity'],
  ['GZip', 'gzip'],
  ['x-gzip', 'x-gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
  ['ZSTD', 'zstd'],
  ['gzip, br', undefined],
  ['gzip, identity', undefined],
  ['compress', undefined],
  ['toString', undefined],
])('content-encoding %j is read as %j', (value, expected) => {
  expect(parseContentEncoding(value)).toBe(expected);
});
