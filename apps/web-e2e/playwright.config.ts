import { defineConfig } from '@playwright/test';

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
