// Drives Chromium (by its DevTools protocol) and Firefox (by WebDriver BiDi).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--enable-features=BackForwardCache',
];

// Runs must not affect each other, or use the network.
const FIREFOX_PREFERENCES = {
  // With a debugger attached, as here, stacks continue behind timers and promises. No visitor has that.
  'javascript.options.asyncstack': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disabled': false,
  'toolkit.telemetry.enabled': false,
};

const FIREFOX_FORCED_COLOURS = { 'browser.display.document_color_use': 2 };
const CHROMIUM_FORCED_COLOURS = { features: [{ name: 'forced-colors', value: 'active' }] };

const FIREFOX_NO_COOKIES = { 'network.cookie.cookieBehavior': 2 };

/** A profile whose visitor has blocked all cookies, which blocks storage too. */
function chromiumWithoutCookies(home) {
  const userDataDir = join(home, 'profile');
  mkdirSync(join(userDataDir, 'Default'), { recursive: true });
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(userDataDir, 'Default', 'Preferences'), JSON.stringify(settings));
  return { userDataDir };
}

/** @returns {Promise<import('./start-driver.mjs').Driver>} */
export async function startPuppeteer({ puppeteer, browser: name, binary, forcedColours, noCookies }) {
  const home = mkdtempSync(join(tmpdir(), 'adit-browser-'));
  const isFirefox = name === 'firefox';
  const browser = await puppeteer.launch({
    browser: name,
    executablePath: binary,
    headless: true,
    env: { ...process.env, HOME: home, MOZ_CRASHREPORTER_DISABLE: '1' },
    ...(isFirefox
      ? {
          extraPrefsFirefox: {
            ...FIREFOX_PREFERENCES,
            ...(forcedColours && FIREFOX_FORCED_COLOURS),
            ...(noCookies && FIREFOX_NO_COOKIES),
          },
        }
      : {
          args: CHROMIUM_ARGS,
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
          ...(noCookies && chromiumWithoutCookies(home)),
        }),
  });
  return {
    version: await browser.version(),
    openTab: async () => {
      const page = await browser.newPage();
      if (forcedColours && !isFirefox)
        await (await page.createCDPSession()).send('Emulation.setEmulatedMedia', CHROMIUM_FORCED_COLOURS);
      return tabOf(page);
    },
    stop: async () => {
      await browser.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const SOON = { waitUntil: 'domcontentloaded' };

function tabOf(page) {
  return {
    goto: async (url) => void (await page.goto(url, SOON)),
    evaluate: (run, ...args) => page.evaluate(run, ...args),
    click: (selector) => page.click(selector),
    hover: (selector) => page.hover(selector),
    type: (selector, text) => page.type(selector, text),
    resize: (width, height) => page.setViewport({ width, height }),
    setOffline: (isOffline) => page.setOfflineMode(isOffline),
    screenshot: () => page.screenshot({ type: 'png' }),
    close: () => page.close({ runBeforeUnload: true }),
  };
}
