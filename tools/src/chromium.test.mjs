import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, findChromium, findHeadlessShell, INSTALL_HINT } from './chromium.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

function installInto(folder, name = 'chromium') {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

it('finds the browser that CHROMIUM_PATH names before one on the PATH', () => {
  const [named, onPath] = [temporaryFolder(), temporaryFolder()];
  installInto(onPath);
  const expected = installInto(named);

  expect(findChromium({ env: { PATH: onPath, CHROMIUM_PATH: expected } })).toBe(expected);
});

it('finds the headless shell on the PATH, unless a browser of one’s own is named', () => {
  const folder = temporaryFolder();
  const browser = installInto(folder);
  const shell = installInto(folder, 'chromium-headless-shell');

  expect(findHeadlessShell({ env: { PATH: folder } })).toBe(shell);
  expect(findHeadlessShell({ env: { PATH: folder, CHROMIUM_PATH: browser } })).toBeUndefined();
  expect(
    findHeadlessShell({ env: { PATH: '', CHROMIUM_PATH: browser, CHROMIUM_HEADLESS_SHELL_PATH: shell } }),
  ).toBe(shell);
  expect(findHeadlessShell({ env: { PATH: temporaryFolder() } })).toBeUndefined();
});

it('says in one line what to install where it may not install', () => {
  expect(() => ensureChromium({ env: { PATH: temporaryFolder() }, mayInstall: false })).toThrow(INSTALL_HINT);
  expect(INSTALL_HINT).not.toContain('\n');
});

it('installs Debian’s chromium where it may, and returns its path', () => {
  const folder = temporaryFolder();
  const commands = [];
  const log = jest.spyOn(console, 'log').mockReturnValue();
  const run = (command, args) => {
    commands.push([command, ...args].join(' '));
    if (args.includes('install')) installInto(folder);
  };

  expect(ensureChromium({ env: { PATH: folder }, mayInstall: true, run })).toBe(join(folder, 'chromium'));
  expect(commands).toEqual([
    'apt-get update -qq',
    'apt-get install -y -qq --no-install-recommends chromium',
    'apt-get install -y -qq --no-install-recommends chromium-headless-shell',
  ]);
  log.mockRestore();
});

it('fails with the same line when the installation did not help', () => {
  const log = jest.spyOn(console, 'log').mockReturnValue();

  expect(() => ensureChromium({ env: { PATH: temporaryFolder() }, mayInstall: true, run: () => {} })).toThrow(
    INSTALL_HINT,
  );
  log.mockRestore();
});
