/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { NextConfig } from 'next';
import { withAdit } from './index.ts';

const ORIGINAL = process.env;
let root: string;

const write = (path: string, text = ''): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const extend = (config?: NextConfig): NextConfig => withAdit(config, { root });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-next-'));
  const { PATH, HOME } = ORIGINAL;
  process.env = { PATH, HOME, NODE_ENV: 'production', TURBOPACK: '1' };
});
afterEach(() => {
  process.env = ORIGINAL;
  rmSync(root, { recursive: true });
});

it('`next/jest` learns which packages to transform, beside those of the application; a build does not', () => {
  const config = { transpilePackages: ['@acme/ui'] };
  expect(extend(config).transpilePackages).toEqual(['@acme/ui']);
  Object.assign(process.env, { NODE_ENV: 'test' });
  expect(extend(config).transpilePackages).toEqual(
    expect.arrayContaining(['@acme/ui', '@adit/next', '@adit/common']),
  );
  const { dependencies } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(extend().transpilePackages).toEqual(expect.arrayContaining(Object.keys(dependencies)));
});

describe('without instrumentation-client', () => {
  const injectedBy = (version: string, config?: NextConfig): unknown => {
    write('node_modules/next/package.json', JSON.stringify({ version }));
    return extend(config).instrumentationClientInject;
  };

  it('Next 16.3 still starts the browser, after the entries that the application names itself', () => {
    expect(injectedBy('16.3.0')).toEqual(['@adit/next/client']);
    expect(injectedBy('16.4.5', { instrumentationClientInject: ['own'] })).toEqual([
      'own',
      '@adit/next/client',
    ]);
    expect(injectedBy('16.2.9')).toBeUndefined();
  });

  it.each([
    ['instrumentation-client.ts', undefined],
    ['src/instrumentation-client.page.ts', ['page.ts']],
  ])('no longer, if there is %s: its hooks would be called twice', (path, pageExtensions) => {
    write(path);
    expect(injectedBy('16.3.0', pageExtensions && { pageExtensions })).toBeUndefined();
  });
});

const installNext = (version: string): void =>
  write('node_modules/next/package.json', JSON.stringify({ name: 'next', version }));

it('has no hook before Next 15.4.1, and a server has none', () => {
  const { title } = process;
  const hookOf = (): unknown =>
    withAdit<NextConfig>({}, { root, release: 'a' }).compiler?.runAfterProductionCompile;
  // Sentry adds its own for the Next version that it finds.
  const nameOf = (): string => String(hookOf());
  installNext('15.4.0');
  const without = nameOf();
  installNext('15.4.1');
  expect(nameOf()).not.toBe(without);
  process.title = 'next-server (v16.4.5)';
  expect(nameOf()).toBe(without);
  process.title = title;
});
