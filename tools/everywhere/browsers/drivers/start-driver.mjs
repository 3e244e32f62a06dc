// One interface for all browsers.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startPuppeteer } from './puppeteer.mjs';
import { startWebDriver } from './webdriver.mjs';

/**
 * A tab. An action is complete when its promise resolves; `goto` is complete when the document has been parsed.
 *
 * @typedef {object} Tab
 * @property {(url: string) => Promise<void>} goto
 * @property {<T>(run: (...args: any[]) => T | Promise<T>, ...args: any[]) => Promise<T>} evaluate runs in the page
 * @property {(selector: string) => Promise<void>} click
 * @property {(selector: string) => Promise<void>} hover
 * @property {(selector: string, text: string) => Promise<void>} type
 * @property {(width: number, height: number) => Promise<void>} resize the window, or the visible part of the page
 * @property {(isOffline: boolean) => Promise<void>} [setOffline] disconnects it; WebKitGTK cannot
 * @property {() => Promise<Uint8Array>} screenshot as PNG
 * @property {() => Promise<void>} close as a visitor closes it: the page gets its events
 */

/**
 * @typedef {object} Driver
 * @property {string} version
 * @property {() => Promise<Tab>} openTab
 * @property {() => Promise<void>} stop
 */

/**
 * @param options.folder the folder of the npm packages that drive browsers
 * @param options.binary the program to start
 * @param options.noCookies whether the visitor refuses cookies and storage
 * @param options.forcedColours whether the visitor forces colours on pages, if the browser supports that
 * @returns {Promise<Driver>}
 */
export async function startDriver({ engine, folder, ...options }) {
  const require = createRequire(join(folder, 'package.json'));
  const load = async (name) => (await import(pathToFileURL(require.resolve(name)).href)).default;
  if (engine === 'webkit') return startWebDriver({ selenium: await load('selenium-webdriver'), ...options });
  const browser = engine === 'chromium' ? 'chrome' : engine;
  return startPuppeteer({ puppeteer: await load('puppeteer-core'), browser, ...options });
}
