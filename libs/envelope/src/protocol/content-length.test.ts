import { parseContentLength } from './content-length.ts';

it.each([
  ['0', 0],
  ['42', 42],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['4, 4', undefined],
  ['9'.repeat(16), undefined],
])('content-length %j is read as %j', (value, expected) => {
  expect(parseContentLength(value)).toBe(expected);
});
