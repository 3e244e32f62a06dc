import { defineConfig } from '@playwright/test';

const BROWSER = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-output/artifacts',
  workers: 1,
  retries: 0,
  // Many times Playwright's default, so that a busy machine does not fail a test.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-output/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.CHROMIUM_HEADLESS_SHELL_PATH ?? BROWSER,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Only localhost resolves, so a page's request to another host fails here.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
