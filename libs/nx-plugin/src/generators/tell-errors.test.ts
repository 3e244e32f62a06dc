import type * as childProcess from 'node:child_process';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { logger, type Tree } from '@nx/devkit';
import { convertSentryGenerator } from './convert-sentry.ts';
import { removeGenerator } from './remove.ts';
import { setupGenerator } from './setup.ts';

/** Nx installs packages with this module. */
const processes = jest.requireActual<typeof childProcess>('node:child_process');

const SHOP = 'apps/shop';
const WIZARD = "import * as Sentry from '@sentry/nextjs';\n\nSentry.init({ dsn: process.env.DSN });\n";

let tree: Tree;
let told: string[];
let install: jest.Spied<typeof processes.execSync>;
beforeEach(() => {
  // Nx keeps a record of its last install.
  Reflect.deleteProperty(globalThis, '__packageJsonInstallCache__');
  install = jest.spyOn(processes, 'execSync').mockImplementation(() => '');
  told = [];
  jest.spyOn(logger, 'error').mockImplementation((text: string) => void told.push(text));
  jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
  tree = createTreeWithEmptyWorkspace({ layout: 'apps-libs' });
  tree.write('package.json', '{ "workspaces": ["apps/*"] }');
  const dependencies = {
    next: '16.4.5',
    react: '19.3.1',
    'react-dom': '19.3.1',
    '@sentry/nextjs': '11.10.0',
  };
  tree.write(`${SHOP}/package.json`, JSON.stringify({ name: '@acme/shop', dependencies }, undefined, 2));
  tree.write(`${SHOP}/tsconfig.json`, '{}');
  tree.write(`${SHOP}/next.config.mjs`, 'export default {};\n');
  tree.write(
    `${SHOP}/app/layout.tsx`,
    'export default function Layout({ children }) {\n  return (\n    <html>\n      <body>{children}</body>\n    </html>\n  );\n}\n',
  );
  tree.write(`${SHOP}/app/page.tsx`, 'export default function Page() {\n  return <p>Shop</p>;\n}\n');
});
afterEach(() => void jest.restoreAllMocks());

/** A screen that does not report its error. No generator fixes that. */
const breakScreen = (): void =>
  tree.write(`${SHOP}/app/cart/error.tsx`, "'use client';\nexport default () => <p>Oh</p>;\n");

describe('the task of a generator', () => {
  it.each([
    ['setup', setupGenerator, undefined],
    ['convert-sentry', convertSentryGenerator, WIZARD],
  ])('%s prints the errors that the doctor still finds, after the install', async (_name, run, client) => {
    if (client !== undefined) tree.write(`${SHOP}/instrumentation-client.ts`, client);
    breakScreen();

    const task = await run(tree, { skipFormat: true });
    expect(told).toEqual([]);
    install.mockImplementation(() => {
      told.push('install');
      return '';
    });
    await task();

    expect(told).toEqual(['install', expect.stringMatching(/^The doctor finds what is left to you:\n✖ /)]);
    expect(told[1]).toContain(
      '✖ screens  This screen does not report the error that it shows  apps/shop/app/cart/error.tsx:1  Call captureError',
    );
  });

  it('prints them also if the install fails', async () => {
    breakScreen();
    const task = await setupGenerator(tree, { skipFormat: true });
    install.mockImplementation(() => {
      throw new Error('no network');
    });

    await expect(async () => task()).rejects.toThrow('no network');

    expect(told).toEqual([expect.stringContaining('✖ screens')]);
  });

  it('control: prints nothing without an error, and nothing after remove', async () => {
    const setUp = await setupGenerator(tree, { skipFormat: true });
    await setUp();
    breakScreen();
    const removed = await removeGenerator(tree, { skipFormat: true });
    await removed();

    expect(told).toEqual([]);
    expect(install).toHaveBeenCalledTimes(2);
  });
});
