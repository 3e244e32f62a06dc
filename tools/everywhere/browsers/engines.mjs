// The browsers: columns of the table. Each comes from Debian's packages, and is driven by an npm package.
import { existsSync } from 'node:fs';
import { findChromium } from '../../src/chromium.mjs';

const PUPPETEER = 'puppeteer-core@25.16.0';
const SELENIUM = 'selenium-webdriver@4.49.0';

const first = (...paths) => paths.find((path) => path !== undefined && existsSync(path));

/** The path of the small browser that Debian installs with WebKitGTK. */
const miniBrowser = () =>
  first(
    process.env.MINIBROWSER_PATH,
    ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
  );

/** `find` returns the paths of its programs. All of them must exist. */
export const ENGINES = [
  {
    name: 'Chromium',
    kind: 'browser',
    engine: 'chromium',
    packages: [PUPPETEER],
    debian: ['chromium'],
    find: () => ({ binary: findChromium() }),
  },
  {
    name: 'Firefox',
    kind: 'browser',
    engine: 'firefox',
    packages: [PUPPETEER],
    debian: ['firefox-esr'],
    find: () => ({ binary: first(process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox') }),
  },
  {
    name: 'WebKitGTK',
    kind: 'browser',
    engine: 'webkit',
    packages: [SELENIUM],
    debian: ['webkit2gtk-driver', 'xvfb'],
    find: () => ({
      binary: first('/usr/bin/WebKitWebDriver'),
      browser: miniBrowser(),
      screen: first('/usr/bin/Xvfb'),
    }),
  },
];
