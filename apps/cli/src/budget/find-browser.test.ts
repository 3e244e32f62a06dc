import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { makeRepository } from '../../testing/repository.helper.ts';
import { findChromium, findPlaywright } from './find-browser.ts';

const MODULE = "exports.chromium = { name: () => 'of the application' };\n";

let root: string;
beforeEach(() => {
  root = makeRepository({ 'bin/chromium': '', 'own/chromium': '', 'package.json': '{}' });
  for (const path of ['bin/chromium', 'own/chromium']) chmodSync(join(root, path), 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('takes CHROMIUM_PATH, else that of Playwright, else the first on the PATH', () => {
  const own = join(root, 'own/chromium');
  const onPath = join(root, 'bin/chromium');
  const PATH = `:${join(root, 'bin')}`;
  expect(findChromium({ CHROMIUM_PATH: onPath }, own)).toBe(onPath);
  expect(findChromium({ CHROMIUM_PATH: join(root, 'none'), PATH }, own)).toBe(own);
  expect(findChromium({ PATH }, join(root, 'none'))).toBe(onPath);
  expect(() => findChromium({}, '')).toThrow('set CHROMIUM_PATH');
});

it('takes the Playwright of the application, else its own', () => {
  expect(findPlaywright(root).name()).toBe('chromium');
  const application = makeRepository({ 'node_modules/@playwright/test/index.js': MODULE });
  try {
    expect(findPlaywright(application, join(application, 'cli.js')).name()).toBe('of the application');
  } finally {
    rmSync(application, { recursive: true });
  }
});

it('says what to install', () => {
  expect(() => findPlaywright(root, join(root, 'cli.js'))).toThrow('npm install --save-dev playwright-core');
});
