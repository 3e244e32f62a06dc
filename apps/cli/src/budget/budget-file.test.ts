import { expect, it } from '@jest/globals';
import { readLimits, writeLimits } from './budget-file.ts';

const DEFAULTS = { scriptBytes: undefined, prefetches: 70, links: 3, paths: ['/'] };

it('has defaults for all but the bytes', () => {
  expect(readLimits(undefined, [])).toEqual(DEFAULTS);
  expect(readLimits('{ "scriptBytes": 5000, "links": 0 }', [])).toEqual({
    ...DEFAULTS,
    scriptBytes: 5_000,
    links: 0,
  });
});

it('the paths of the command line win', () => {
  expect(readLimits('{ "paths": ["/a"] }', ['/b', '/c']).paths).toEqual(['/b', '/c']);
  expect(readLimits('{ "paths": ["/a"] }', []).paths).toEqual(['/a']);
});

it.each([
  ['{', 'not valid JSON'],
  ['[]', 'must be an object'],
  ['null', 'must be an object'],
  ['"text"', 'must be an object'],
  ['{ "scriptBites": 1 }', 'scriptBites is unknown; use scriptBytes, prefetches, links, paths'],
  ['{ "scriptBytes": "1" }', 'scriptBytes must be a number of bytes, not "1"'],
  ['{ "prefetches": -1 }', 'prefetches must be a number of requests, not -1'],
  ['{ "links": 1.5 }', 'links must be a number of links, not 1.5'],
  ['{ "paths": [] }', 'paths must be up to 10 paths'],
  ['{ "paths": "/" }', 'paths must be up to 10 paths'],
  ['{ "paths": ["//elsewhere"] }', 'paths must be up to 10 paths'],
  [`{ "paths": ${JSON.stringify(Array(11).fill('/'))} }`, 'paths must be up to 10 paths'],
])('refuses %s', (text, message) => {
  expect(() => readLimits(text, [])).toThrow(message);
});

it('refuses a path of the command line that is none', () => {
  expect(() => readLimits(undefined, ['about'])).toThrow('paths must be');
});

it('writes the bytes with room, and keeps the rest', () => {
  expect(writeLimits(undefined, 100_001)).toBe('{\n  "scriptBytes": 103000\n}\n');
  expect(JSON.parse(writeLimits('{ "scriptBytes": 1, "links": 2 }', 0))).toEqual({
    scriptBytes: 0,
    links: 2,
  });
});
