import { defineConfig } from '@playwright/test';

const BROWSER = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-output/artifacts',
  workers: 1,
  retries: 0,
  // Many times what Playwright allows: a busy machine is no failure.
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
        // No name but localhost resolves: whatever a page asks of another host fails here.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
