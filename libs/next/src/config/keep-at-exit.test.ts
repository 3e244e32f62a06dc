/** @jest-environment node */
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkKeepBuilds, describeKept, keepAtExit } from './keep-at-exit.ts';

const ORIGINAL = process.env;
let buildFolder: string;
let onExit: (code: number) => void;
let log: jest.SpyInstance;
let warn: jest.SpyInstance;

beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('@adit/next:keep-at-exit'));
  buildFolder = mkdtempSync(join(tmpdir(), 'adit-build-'));
  mkdirSync(join(buildFolder, 'static'));
  writeFileSync(join(buildFolder, 'static/a.js'), 'a');
  writeFileSync(join(buildFolder, 'BUILD_ID'), 'id');
  process.env = { ...ORIGINAL, NEXT_PHASE: 'phase-production-build' };
  onExit = () => undefined;
  jest.spyOn(process, 'once').mockImplementation((event, listener) => {
    if (event === 'exit') onExit = listener as typeof onExit;
    return process;
  });
  log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  warn = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  process.env = ORIGINAL;
  jest.restoreAllMocks();
  rmSync(buildFolder, { recursive: true, force: true });
});

const isKept = (): boolean => existsSync(join(buildFolder, 'cache/adit/old-assets/builds'));

it('keeps the build when its process ends, once, and says so', () => {
  keepAtExit(buildFolder, 5);
  expect(isKept()).toBe(false);
  const first = onExit;
  onExit = () => undefined;
  // Next reads its configuration a second time.
  keepAtExit(buildFolder, 5);
  onExit(0);
  expect(isKept()).toBe(false);
  first(0);
  expect(isKept()).toBe(true);
  expect(log.mock.calls).toEqual([
    ['Adit: Keeps the files of this build for tabs that stay open over the next deploys.'],
  ]);
});

it.each([
  ['of 0 builds', () => undefined, 0, 0],
  ['that failed', () => undefined, 5, 1],
  ['of a worker', () => (process.env.IS_NEXT_WORKER = 'true'), 5, 0],
  ['that is none: next dev', () => delete process.env.NEXT_PHASE, 5, 0],
  ['of another process', () => utimesSync(join(buildFolder, 'BUILD_ID'), 1, 1), 5, 0],
  ['if the variable says so', () => (process.env.ADIT_OLD_ASSETS = 'off'), 5, 0],
])('keeps nothing of a build %s', (_name, prepare, builds, code) => {
  prepare();
  keepAtExit(buildFolder, builds);
  onExit(code);
  expect(isKept()).toBe(false);
  expect(warn).not.toHaveBeenCalled();
});

it('does not fail a build whose files cannot be kept', () => {
  writeFileSync(join(buildFolder, 'cache'), 'a file');
  keepAtExit(buildFolder, 5);
  onExit(0);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('are not kept for open tabs')]]);
});

it('says how much is kept', () => {
  expect(describeKept({ earlierBuilds: 1, ownBytes: 100, bytes: 102 })).toBe(
    'Keeps the files of 1 earlier build for open tabs (all together 1.02 × this build).',
  );
  expect(describeKept({ earlierBuilds: 5, ownBytes: 100, bytes: 123 })).toBe(
    'Keeps the files of 5 earlier builds for open tabs (all together 1.23 × this build).',
  );
});

it('accepts whole numbers up to 50', () => {
  expect([undefined, 0, 50].map((given) => checkKeepBuilds(given))).toEqual([5, 0, 50]);
  for (const wrong of [-1, 1.5, 51, '5', null, () => 1])
    expect(() => checkKeepBuilds(wrong as number)).toThrow(
      /^withAdit: keepBuilds is .*; accepted: a whole number from 0 to 50$/,
    );
});
