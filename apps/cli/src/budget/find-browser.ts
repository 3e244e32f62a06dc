import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { BrowserType } from 'playwright-core';
import { UsageError } from '../options.ts';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const PACKAGES = ['playwright-core', 'playwright', '@playwright/test'];

function isExecutable(path: string | undefined): path is string {
  try {
    accessSync(path ?? '', constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The Playwright that is installed beside an application, or beside this package.
 * @throws UsageError if there is none
 */
export function findPlaywright(folder: string, own: string = import.meta.url): BrowserType {
  for (const from of [join(folder, 'package.json'), own])
    for (const name of PACKAGES) {
      try {
        return (createRequire(from)(name) as { readonly chromium: BrowserType }).chromium;
      } catch {
        // The next one.
      }
    }
  throw new UsageError('adit budget needs playwright-core; run: npm install --save-dev playwright-core');
}

/**
 * The path of a Chromium: `CHROMIUM_PATH`, that of Playwright, or the first on the PATH.
 * @throws UsageError if there is none
 */
export function findChromium(env: NodeJS.ProcessEnv, ofPlaywright: string): string {
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = [env.CHROMIUM_PATH, ofPlaywright, ...onPath].find(isExecutable);
  if (found !== undefined) return found;
  throw new UsageError(
    'no Chromium found; run: npx playwright-core install chromium, or set CHROMIUM_PATH to its executable',
  );
}
