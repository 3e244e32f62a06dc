import { expect, it } from '@jest/globals';
import type { Limits } from './budget-file.ts';
import { automaticLoads, judge, type Visit } from './judge.ts';

const LIMITS: Limits = { scriptBytes: 1_000, prefetches: 2, links: 3, paths: ['/'] };
const REST: Visit = { path: '/', answers: 'at rest', documents: ['/'], prefetches: 0 };
const click = (link: string, outcome: 'page' | undefined): Visit => ({
  ...REST,
  answers: 'hanging',
  click: { link, outcome },
});
const judged = (visits: readonly Visit[], { scriptBytes = 0, limits = LIMITS } = {}) =>
  Object.fromEntries(judge({ scriptBytes, visits }, limits).map(({ measure, ...rest }) => [measure, rest]));

it('passes an application without a fault', () => {
  expect(judged([REST, click('/a', 'page')], { scriptBytes: 1_000 })).toEqual({
    clicks: { value: 1, limit: 1, passed: true, misses: [] },
    reloads: { value: 0, limit: 1, passed: true, misses: [] },
    prefetches: { value: 0, limit: 2, passed: true, misses: [] },
    'script-bytes': { value: 1_000, limit: 1_000, passed: true, misses: [] },
  });
});

it('names the clicks that led nowhere', () => {
  expect(judged([REST, click('/a', 'page'), click('/b', undefined)]).clicks).toEqual({
    value: 1,
    limit: 2,
    passed: false,
    misses: ['/, click on /b, hanging: no page, no document, no screen'],
  });
});

it('allows one automatic load of a page, and not two', () => {
  const once = { ...REST, documents: ['/', '/'] };
  const twice = { ...REST, documents: ['/', '/', '/'] };
  expect(judged([once]).reloads).toMatchObject({ value: 1, passed: true });
  expect(judged([once, twice]).reloads).toMatchObject({ value: 2, passed: false, misses: ['/, at rest: 2'] });
});

it('counts automatic loads for each path, also of a loop over two', () => {
  expect(automaticLoads({ documents: [] })).toBe(0);
  expect(automaticLoads({ documents: ['/', '/a', '/b'] })).toBe(0);
  expect(automaticLoads({ documents: ['/a', '/b', '/a', '/b', '/a'] })).toBe(2);
});

it('judges prefetches of pages at rest alone', () => {
  const eager = { ...REST, prefetches: 3 };
  expect(judged([eager]).prefetches).toMatchObject({ value: 3, passed: false, misses: ['/, at rest: 3'] });
  expect(judged([REST, { ...eager, answers: 'late' }]).prefetches).toMatchObject({ value: 0, passed: true });
});

it('judges bytes only if there is a budget', () => {
  expect(judged([REST], { scriptBytes: 1_001 })['script-bytes']).toMatchObject({ passed: false });
  const limits = { ...LIMITS, scriptBytes: undefined };
  expect(judged([REST], { scriptBytes: 1_001, limits })['script-bytes']).toMatchObject({ passed: true });
});
