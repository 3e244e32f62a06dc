import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fateOf } from './client-options.ts';
import { GONE_NAMES, sdkMajorOf } from './sdk-major.ts';

const load = createRequire(__filename);
const sdk = dirname(load.resolve('@sentry/nextjs/package.json'));
const namesOf = (file: string): readonly string[] =>
  Object.keys(load(join(sdk, 'build/cjs', file)) as Record<string, unknown>);

describe('names that SDK 11 does not have', () => {
  const there = new Set([...namesOf('index.server.js'), ...namesOf('index.client.js')]);

  it('are not in the installed SDK, which is 11', () => {
    expect((load(join(sdk, 'package.json')) as { version: string }).version).toMatch(/^11\./);
    expect(Object.keys(GONE_NAMES).filter((name) => there.has(name))).toEqual([]);
    expect(there.has('captureException')).toBe(true);
  });

  it('have others in their place that are there', () => {
    const named = Object.values(GONE_NAMES).flatMap((text) => text.match(/\w+(?=\(\))/g) ?? []);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  });
});

it.each([
  ['^10.50.0', 10],
  ['10.0.0', 10],
  ['^9.0.0', 11],
  ['^11.2.0', 11],
  ['>=10', 11],
  ['latest', 11],
  [undefined, 11],
])('%s leads to %i', (range, major) => {
  expect(sdkMajorOf(range)).toBe(major);
});

it('an option that SDK 11 does not have is set later with SDK 10', () => {
  expect(fateOf('enableLogs', 10)).toBe('late');
  expect(fateOf('enableLogs', 11)).toEqual({ leftOut: 'SDK 11 always sends logs' });
  expect(fateOf('toString', 11)).toEqual({ leftOut: 'the SDK does not have it' });
  expect(fateOf('transport', 11)).toBeUndefined();
});
