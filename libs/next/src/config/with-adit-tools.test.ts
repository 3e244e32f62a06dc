/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextConfig } from 'next';
import { useApplicationFolder } from '../../testing/application-folder.helper.ts';
import { withAdit } from './index.ts';

const folder = useApplicationFolder();
const { write } = folder;
const extend = (config?: NextConfig): NextConfig => withAdit(config, { root: folder.path });

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
    withAdit<NextConfig>({}, { root: folder.path, release: 'a' }).compiler?.runAfterProductionCompile;
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
