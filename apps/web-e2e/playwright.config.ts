import { defineConfig } from '@playwright/test';

const BROWSER = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The same engine without a browser's windows, tabs and settings: a test costs a third less. */
const HEADLESS_SHELL = process.env.CHROMIUM_HEADLESS_SHELL_PATH ?? BROWSER;

/** Tests of features that the headless shell lacks: tabs in the background, settings, a back/forward cache. */
const NEEDS_BROWSER = /@browser/;

/** `npm test -- long` runs only the tests that take minutes; everything else leaves them out. */
const RUNS_LONG_TESTS = process.env.ADIT_LONG_TESTS === '1';
const LONG = /@long/;

/** The pictures in the documents, which are compared with the current screens. */
const PICTURES = /document-pictures\.spec/;

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Only localhost resolves, so network requests of a page or the browser itself fail here.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

export default defineConfig({
  testDir: 'src',
  outputDir: 'test-output/artifacts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  // Many times Playwright's default, so that a busy machine does not fail a test.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // No platform in the name: pictures are drawn with a bundled typeface, and compared with some tolerance.
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ['json', { outputFile: `test-output/playwright${RUNS_LONG_TESTS ? '-long' : ''}.json` }],
  ],
  projects: [
    {
      name: 'headless-shell',
      testIgnore: PICTURES,
      grep: RUNS_LONG_TESTS ? LONG : /./,
      grepInvert: RUNS_LONG_TESTS ? NEEDS_BROWSER : [NEEDS_BROWSER, LONG],
      use: { launchOptions: { executablePath: HEADLESS_SHELL, args: ARGS } },
    },
    {
      name: 'browser',
      testIgnore: PICTURES,
      grep: RUNS_LONG_TESTS ? /^(?=.*@browser)(?=.*@long)/s : NEEDS_BROWSER,
      grepInvert: RUNS_LONG_TESTS ? [] : LONG,
      use: {
        launchOptions: {
          executablePath: BROWSER,
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
          args: [...ARGS, '--enable-features=BackForwardCache'],
        },
      },
    },
    {
      name: 'pictures',
      testMatch: PICTURES,
      grep: RUNS_LONG_TESTS ? LONG : /./,
      snapshotPathTemplate: '../../docs/{arg}{ext}',
      use: { launchOptions: { executablePath: HEADLESS_SHELL, args: ARGS } },
    },
  ],
  use: {
    browserName: 'chromium',
    // Traces double the total time. `--trace on` records them for the tests in question.
    trace: 'off',
  },
});
