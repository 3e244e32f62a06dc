// What a run was made with.
import { chromium } from '@playwright/test';
import { versionsOf } from './shared.mjs';

const PACKAGES = ['next', 'react', 'quicklink', 'instant.page', '@tanstack/react-router', 'esbuild'];

/** Names and versions of the runtimes and peers. */
export async function readVersions() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
  try {
    return {
      node: process.versions.node,
      chromium: browser.version(),
      ...versionsOf(PACKAGES),
    };
  } finally {
    await browser.close();
  }
}
