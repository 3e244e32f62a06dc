import { defineConfig } from '@playwright/test';

/**
 * Specs that look at pages, and leave no history, permission or network setting behind that another test would notice. They
 * share one context in each worker, which takes half the time; all other tests get one of their own.
 */
const PAGES = /\/(?:boundary|links|noise|prefetch-cache|scheduler|screen-\w+|url-vectors)\.spec\.ts$/;

export default defineConfig({
  testDir: 'src',
  outputDir: 'test-output/artifacts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 30_000,
  // No platform in the name: pictures are drawn with a typeface of their own, and compared with some tolerance.
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-output/playwright.json' }]],
  projects: [
    { name: 'pages', testMatch: PAGES, use: { reuseContext: true } },
    { name: 'journeys', testIgnore: PAGES },
  ],
  use: {
    browserName: 'chromium',
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No name but localhost resolves: whatever a page or the browser itself would ask the network for fails here.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
