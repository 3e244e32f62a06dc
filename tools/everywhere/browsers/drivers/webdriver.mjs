// Drives WebKitGTK by WebDriver. It has no headless mode, so it gets a virtual screen.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../src/until.mjs';

/** A visitor may also refuse storage. The tab's storage stays, because it has no setting. */
const NO_COOKIES = [
  '--cookies-policy=never',
  '--enable-html5-local-storage=false',
  '--enable-html5-database=false',
];

async function startScreen() {
  // Xvfb chooses a free display, and writes its number.
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x3200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await Promise.race([
    once(screen.stdio[3], 'data'),
    once(screen, 'exit').then(() => {
      throw new Error('Xvfb does not start');
    }),
  ]);
  return { display: `:${String(number).trim()}`, stop: () => screen.kill('SIGKILL') };
}

/** This file also runs in a bundle, where the helpers of tools do not. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startServer(binary, env) {
  const port = await freePort();
  const child = spawn(binary, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/status`).then(Boolean, () => false))) {
    if (child.exitCode !== null) throw new Error('WebKitWebDriver does not start');
    await sleep(50);
  }
  return { origin, stop: () => child.kill('SIGKILL') };
}

/** @returns {Promise<import('./start-driver.mjs').Driver>} */
export async function startWebDriver({ selenium, binary, browser, noCookies }) {
  const home = mkdtempSync(join(tmpdir(), 'adit-browser-'));
  const screen = await startScreen();
  const server = await startServer(binary, {
    ...process.env,
    HOME: home,
    DISPLAY: screen.display,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
  });
  const driver = await new selenium.Builder()
    .usingServer(server.origin)
    .withCapabilities({
      browserName: 'MiniBrowser',
      // Otherwise, it runs nothing in a page that is still loading.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': {
        binary: browser,
        args: ['--automation', ...(noCookies ? NO_COOKIES : [])],
      },
    })
    .build();
  await driver.manage().setTimeouts({ script: 60_000, pageLoad: 60_000 });
  const capabilities = await driver.getCapabilities();
  const first = await driver.getWindowHandle();
  return {
    version: `${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}`,
    openTab: async () => {
      await driver.switchTo().window(first);
      await driver.switchTo().newWindow('window');
      return tabOf(driver, selenium, await driver.getWindowHandle());
    },
    stop: async () => {
      await driver.quit().catch(() => undefined);
      server.stop();
      screen.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Runs in the page: calls the given function, and passes the result to the last argument. */
const CALL = `const done = arguments[arguments.length - 1];
Promise.resolve().then(() => (RUN)(...arguments[0])).then(
  (value) => done({ value }), (error) => done({ error: String(error && error.stack || error), message: String(error) }));`;

const LOADING = { timeoutMs: 30_000, pollMs: 20 };

function tabOf(driver, { By }, handle) {
  const here = async (act) => {
    if ((await driver.getWindowHandle().catch(() => undefined)) !== handle)
      await driver.switchTo().window(handle);
    return act();
  };
  const run = (code, ...args) =>
    here(async () => {
      const call = CALL.replace('RUN', () => code.toString());
      const { value, message } = await driver.executeAsyncScript(call, args);
      if (message !== undefined) throw new Error(message);
      return value ?? undefined;
    });
  const element = (selector) => driver.findElement(By.css(selector));
  return {
    goto: async (url) => {
      await run(() => void (window.isLeft = true)).catch(() => undefined);
      await here(() => driver.get(url));
      // The previous document is gone, which ends its scripts, and the new one is parsed.
      const isLoaded = () => run(() => window.isLeft === undefined && document.readyState !== 'loading');
      await until('loaded', isLoaded, LOADING);
    },
    evaluate: run,
    click: (selector) => here(() => element(selector).click()),
    // A pointer that is already there does not move, so it starts from the corner.
    hover: (selector) =>
      here(async () =>
        driver
          .actions()
          .move({ x: 1, y: 1 })
          .move({ origin: await element(selector) })
          .perform(),
      ),
    type: (selector, text) => here(() => element(selector).sendKeys(text)),
    resize: (width, height) => here(() => driver.manage().window().setRect({ x: 0, y: 0, width, height })),
    screenshot: () => here(async () => Buffer.from(await driver.takeScreenshot(), 'base64')),
    close: () => here(() => driver.close()),
  };
}
