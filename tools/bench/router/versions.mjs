// What a run was made with.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const PACKAGES = ['next', 'react', 'quicklink', 'instant.page', '@tanstack/react-router', 'esbuild'];

const versionOf = (name) =>
  JSON.parse(
    readFileSync(
      fileURLToPath(new URL(`../../../node_modules/${name}/package.json`, import.meta.url)),
      'utf8',
    ),
  ).version;

/** Names and versions of the runtimes and peers. */
export async function readVersions() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
  try {
    return {
      node: process.versions.node,
      chromium: browser.version(),
      ...Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
    };
  } finally {
    await browser.close();
  }
}
