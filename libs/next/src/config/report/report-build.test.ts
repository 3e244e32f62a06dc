/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { NextConfig } from 'next';
import { reportBuild, type KnownFacts } from './report-build.ts';

const KNOWN: KnownFacts = {
  name: 'Shop',
  release: 'shop@1.0.0',
  tunnel: '/monitoring-tunnel',
  isOff: false,
  hasRouter: true,
  sdk: '11.8.0',
  loads: 'when a visit needs it',
};
const MANIFEST = 'page_client-reference-manifest.js';
const ROOT = '"/x/node_modules/@adit/next/dist/root/client-root.js"';

let root: string;
let printed: string[];
const write = (path: string, text = ''): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-build-'));
  printed = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** A complete build of an application with one root layout. */
function compile(): void {
  write('.next/server/instrumentation.js');
  write(`.next/server/app/${MANIFEST}`, ROOT);
  write(`.next/server/app/help/${MANIFEST}`, ROOT);
  // Next's own page has no layout of the application.
  write(`.next/server/app/_global-error/${MANIFEST}`);
  write('.next/static/chunks/1.js', 'answer(refusal("governor-missing"))');
  write('app/error.tsx', "export { default } from '@adit/next/screens/error';");
  write('src/app/shop/not-found.tsx', "export { default } from '@adit/next/screens/not-found';");
  write('app/help/error.tsx', 'export default function Own() {}');
}

const finish = async (
  config: NextConfig = {},
  known: Partial<KnownFacts> = {},
  projectDir = root,
): Promise<void> => {
  const { compiler } = reportBuild(config, root, { ...KNOWN, ...known });
  await compiler?.runAfterProductionCompile?.({ projectDir, distDir: join(root, '.next') });
};

it('prints what was built, what was found, and that nothing is off', async () => {
  compile();
  const own = jest.fn(() => Promise.resolve());
  await finish({ compiler: { runAfterProductionCompile: own } });
  expect(own).toHaveBeenCalledTimes(1);
  expect(printed).toEqual([
    'Adit: Shop is shop@1.0.0; browsers send to /monitoring-tunnel.',
    'Adit: Found: instrumentation; the start in the browser; AditRoot around 2 of 2 pages; the screens error, not-found; @sentry/nextjs 11.8.0, loaded when a visit needs it.',
    'Adit: Nothing is off.',
  ]);
});

it('prints what is off, and why', async () => {
  write('.next/server/instrumentation.js');
  write(`.next/server/app/${MANIFEST}`, ROOT);
  write(`.next/server/app/help/${MANIFEST}`);
  await finish(
    { assetPrefix: 'https://cdn.example' },
    { isOff: true, name: undefined, release: undefined, tunnel: undefined, sdk: undefined },
  );
  expect(printed).toEqual([
    'Adit: This application is without a release; browsers send to the tunnel path of adit.config.',
    'Adit: Found: instrumentation; AditRoot around 1 of 2 pages.',
    'Adit: Off: monitoring (monitoring.enabled is false); errors of browsers (no instrumentation-client that exports @adit/next/client); ' +
      'deadlines and the offline screen on 1 of 2 pages (no AditRoot in their root layout); the error screens (no file exports one); ' +
      'stacks of browsers (scripts of another origin report “Script error.” alone: set crossOrigin to "anonymous", and let that origin allow it).',
  ]);
});

it.each<[string, NextConfig, boolean]>([
  ['with crossOrigin', { assetPrefix: 'https://cdn.example', crossOrigin: 'anonymous' }, false],
  ['of a path', { assetPrefix: '/shop-static' }, false],
  ['without crossOrigin', { assetPrefix: '//cdn.example' }, true],
])('says of an assetPrefix %s whether errors would have a stack', async (_what, config, isSaid) => {
  compile();
  await finish(config);
  expect(printed.join().includes('Script error.')).toBe(isSaid);
});

it('says that the router is off, and needs no instrumentation for a static export', async () => {
  compile();
  rmSync(join(root, '.next/server/instrumentation.js'));
  await finish({ output: 'export' }, { hasRouter: false });
  expect(printed.at(-1)).toBe(
    'Adit: Off: the server (output is export: another serves the tunnel); the router (router is false).',
  );
});

describe('ends the build if no instrumentation was compiled', () => {
  it.each([
    [[], undefined, 'write instrumentation.ts: export { register, onRequestError }'],
    [['src/app/page.tsx'], undefined, 'write src/instrumentation.ts: export'],
    [
      ['app/page.page.tsx', 'instrumentation.ts'],
      ['page.tsx', 'page.ts'],
      'rename instrumentation.ts to instrumentation.page.ts (pageExtensions: page.tsx, page.ts)',
    ],
    [
      ['src/pages/index.tsx', 'instrumentation.js'],
      undefined,
      'rename instrumentation.js to src/instrumentation.ts',
    ],
    [
      ['src/instrumentation.ts'],
      ['page.jsx'],
      `rename ${join('src', 'instrumentation.ts')} to instrumentation.page.jsx`,
    ],
  ])('of %j', async (files, pageExtensions, instead) => {
    for (const file of files) write(file);
    await expect(finish(pageExtensions && { pageExtensions })).rejects.toThrow(instead);
    expect(printed).toEqual([]);
  });
});

it('ends the build if it is that of another folder', async () => {
  compile();
  write('apps/shop/package.json');
  await expect(finish({}, {}, join(root, 'apps/shop'))).rejects.toThrow(
    /the application is in .*apps.shop, and withAdit looked for adit\.config in .*root: import\.meta\.dirname/,
  );
});
