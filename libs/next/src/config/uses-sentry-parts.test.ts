/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usesSentryParts } from './uses-sentry-parts.ts';

let root: string;
const mode = process.env.NODE_ENV;
const setMode = (value: string | undefined): void => void Object.assign(process.env, { NODE_ENV: value });

const install = (version: string): void => {
  mkdirSync(join(root, 'node_modules/@sentry/nextjs'), { recursive: true });
  writeFileSync(join(root, 'node_modules/@sentry/nextjs/package.json'), JSON.stringify({ version }));
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-parts-'));
  setMode('production');
});
afterEach(() => {
  setMode(mode);
  rmSync(root, { recursive: true });
});

it.each([
  ['10.78.0', false],
  ['11.7.9', false],
  ['11.8.0', true],
  ['11.8.9', true],
  ['11.12.0', false],
  ['12.0.0', false],
])('knows the start of SDK %s: %s', (version, expected) => {
  install(version);
  expect(usesSentryParts(root, undefined)).toBe(expected);
});

it('leaves Sentry’s own start where nothing is installed', () => {
  expect(usesSentryParts(root, undefined)).toBe(false);
});

it('leaves it in development', () => {
  install('11.8.0');
  setMode('development');
  expect(usesSentryParts(root, undefined)).toBe(false);
});

it.each(['pages', 'src/pages'])('leaves it to an application with a Pages Router in %s', (folder) => {
  install('11.8.0');
  mkdirSync(join(root, folder), { recursive: true });
  expect(usesSentryParts(root, {})).toBe(false);
});

it('leaves it if frames of other origins are named differently', () => {
  install('11.8.0');
  expect(usesSentryParts(root, { _experimental: { thirdPartyOriginStackFrames: true } })).toBe(false);
});
