/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { NextConfig } from 'next';
import { supportOlderNext } from './older-next.ts';

let root: string;
const write = (path: string, text = ''): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const install = (version: string): void =>
  write('node_modules/next/package.json', JSON.stringify({ version }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-older-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** The entries of webpack in the browser or on the server. */
async function entriesOf(config: NextConfig, entry: unknown, context: object = {}): Promise<unknown> {
  const { entry: result } = config.webpack?.({ entry }, {
    isServer: false,
    dev: false,
    ...context,
  } as never) as {
    entry: unknown;
  };
  return typeof result === 'function' ? await (result as () => Promise<unknown>)() : result;
}

it.each(['15.3.0', '16.4.5', undefined])('Next %s starts the browser itself: nothing changes', (version) => {
  if (version) install(version);
  const config = { turbopack: {} };
  expect(supportOlderNext(config, root)).toBe(config);
});

it('Next 15.2 gets the start in front of its entries, for app and for pages', async () => {
  install('15.2.9');
  const entries = { 'main-app': ['./app.js'], 'pages/_app': './_app.js', main: './main.js' };
  expect(await entriesOf(supportOlderNext({}, root), async () => entries)).toEqual({
    'main-app': ['@adit/next/client', './app.js'],
    'pages/_app': ['@adit/next/client', './_app.js'],
    main: './main.js',
  });
});

it('puts it behind React’s refresh in development, and into the list of an entry with options', async () => {
  install('15.0.0');
  const entries = { 'main-app': { import: ['refresh', './app.js'], layer: 'app' } };
  expect(await entriesOf(supportOlderNext({}, root), entries, { dev: true })).toEqual({
    'main-app': { import: ['refresh', './app.js', '@adit/next/client'], layer: 'app' },
  });
});

it.each([
  ['instrumentation-client.ts', './instrumentation-client.ts'],
  ['src/instrumentation-client.js', './src/instrumentation-client.js'],
])('starts the application’s %s in its place, once', async (path, file) => {
  install('14.2.35');
  write(path);
  const config = supportOlderNext({}, root);
  const entries = await entriesOf(config, { 'main-app': ['./app.js'] });
  expect(entries).toEqual({ 'main-app': [file, './app.js'] });
  expect(await entriesOf(config, entries)).toEqual(entries);
});

it('leaves the server’s entries alone, and keeps what the application does with webpack', async () => {
  install('14.2.35');
  const own = jest.fn((webpack: object) => ({ ...webpack, own: true }));
  const config = supportOlderNext({ webpack: own as NextConfig['webpack'] }, root);
  expect(await entriesOf(config, { 'main-app': './app.js' }, { isServer: true })).toEqual({
    'main-app': './app.js',
  });
  expect(own).toHaveBeenCalledTimes(1);
});

it('runs instrumentation before Next 15 unless the application says otherwise', () => {
  install('14.2.35');
  expect(supportOlderNext({}, root).experimental).toEqual({ instrumentationHook: true });
  const own = { instrumentationHook: false } as NextConfig['experimental'];
  expect(supportOlderNext({ experimental: own }, root).experimental).toEqual(own);
  install('15.0.0');
  expect(supportOlderNext({}, root).experimental).toEqual({});
});

it('names the options of Turbopack as they were before Next 15.3', () => {
  install('15.2.0');
  const turbopack = { resolveAlias: { a: 'b' } };
  const config = supportOlderNext({ turbopack }, root);
  expect(config).not.toHaveProperty('turbopack');
  expect(config.experimental).toEqual({ turbo: turbopack });
});

describe('with Turbopack', () => {
  const ORIGINAL = process.env;
  let warn: jest.SpyInstance;
  beforeEach(() => {
    process.env = { ...ORIGINAL, TURBOPACK: '1' };
    warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    process.env = ORIGINAL;
    jest.restoreAllMocks();
  });

  it.each(['14.2.0', '15.2.9'])('Next %s says once that errors of browsers are off', (version) => {
    install(version);
    supportOlderNext({}, root);
    // The configuration is loaded again.
    supportOlderNext({}, root);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^Adit: Off: errors of browsers \(Turbopack /)]]);
  });

  it.each([
    ['15.3.0', '1'],
    ['15.2.9', ''],
  ])('control: Next %s with TURBOPACK=%j says nothing', (version, turbopack) => {
    install(version);
    process.env['TURBOPACK'] = turbopack;
    supportOlderNext({}, root);
    expect(warn).not.toHaveBeenCalled();
  });
});
