import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { SKIPPED } from './skipped.mjs';

const { ADIT_UPSTREAM_FOLDER: folder, CHROMIUM_PATH: executablePath } = process.env;

export default defineConfig({
  testDir: join(folder, 'suites'),
  testMatch: '**/test.ts',
  testIgnore: Object.keys(SKIPPED).map((path) => `**/suites/${path}/**`),
  fullyParallel: true,
  workers: 2,
  // Half of Playwright's: a test that fails waits so long for what does not come.
  timeout: 15_000,
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // Tests answer the requests that they need. No other one leaves the machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
