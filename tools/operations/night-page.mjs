import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../src/chromium.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A phone, which is also a small desktop window zoomed to 400 %, and a desktop window. */
const SIZES = { phone: { width: 320, height: 700 }, desk: { width: 1280, height: 900 } };

/** Chromium, or the reason in one line why there is none. */
export function findBrowser() {
  try {
    const executablePath = ensureChromium();
    return { launch: () => chromium.launch({ executablePath, args: ['--no-sandbox'] }) };
  } catch (error) {
    return { reason: error.message };
  }
}

/** The numbers of the page, as plain data. */
export const readNumbers = (page) =>
  page.evaluate(() => {
    const valueOf = (element) => Number(element?.querySelector('data')?.value ?? element?.value ?? 0);
    const table = (id) =>
      Object.fromEntries(
        [...document.querySelectorAll(`#count-${id} tr`)]
          .filter((row) => row.querySelector('th') !== null)
          .map((row) => [row.querySelector('th').textContent, valueOf(row)]),
      );
    const fates = (article) =>
      Object.fromEntries(
        [...article.querySelectorAll('.counts > div')].map((row) => [
          row.querySelector('dt').textContent,
          valueOf(row),
        ]),
      );
    const text = (id) => document.getElementById(id).textContent;
    return {
      lost: valueOf(document.getElementById('lost')),
      headline: document.querySelector('h1').textContent,
      ingest: text('fact-ingest'),
      workers: text('fact-workers'),
      restarts: valueOf(document.getElementById('restarts')),
      stored: valueOf(document.getElementById('spool-envelopes')),
      requests: table('requests'),
      redelivered: table('delivered').redelivered,
      lostByReason: table('lost'),
      refused: table('refused'),
      projects: Object.fromEntries(
        [...document.querySelectorAll('#projects article')].map((article) => [
          article.querySelector('h3').textContent,
          fates(article),
        ]),
      ),
    };
  });

/** The troubles that the page lists. */
export const readTroubles = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.verdict li small')].map((small) => small.textContent));

/** The violations of axe, each as its rule and the elements. */
export async function audit(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * Opens the page again on a phone and a desktop, in light and dark, checks each and takes a picture of it.
 * @returns the faults found
 */
export async function inspect(browser, url, name, folder) {
  const wrong = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport, colorScheme });
      const at = `${name}, ${size}, ${colorScheme}`;
      page.on('console', (message) => wrong.push(`${at}: console: ${message.text()}`));
      page.on('pageerror', (error) => wrong.push(`${at}: ${error}`));
      await page.goto(url);
      await page.locator('#connection', { hasText: 'Live' }).waitFor();
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) wrong.push(`${at}: ${width} pixels wide`);
      // axe runs last, because the page's policy reports the script it adds.
      page.removeAllListeners('console');
      wrong.push(...(await audit(page)).map((violation) => `${at}: ${violation}`));
      await page.close();
    }
  }
  return wrong;
}
