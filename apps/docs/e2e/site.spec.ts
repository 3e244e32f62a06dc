import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PROJECT = join(import.meta.dirname, '..');

/** The module with which `npm start` serves the site. */
const SERVER = new URL('../../../tools/src/static-site.mjs', import.meta.url).href;
const { serveFolder } = (await import(SERVER)) as {
  serveFolder: (folder: string) => Promise<{ origin: string; close: () => void }>;
};

/** One page of each kind. */
const PAGES = {
  home: '/',
  section: '/start/',
  diagram: '/concepts/envelope',
  guide: '/guides/tunnel-deployment',
  readme: '/packages/tunnel/',
  reference: '/reference/@adit/tunnel/node',
  operations: '/operations/operations',
  benchmark: '/benchmarks/tunnel',
  decision: '/concepts/decisions/0004-spool-store',
  changelog: '/about/changelogs/router',
  missing: '/no-such-page',
};
const KINDS = Object.entries(PAGES);
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
/** The narrowest screen that WCAG 1.4.10 requires, which is also a window of 1280 pixels zoomed to 400 %. */
const NARROW = { width: 320, height: 640 };
/** A window of 1280 pixels zoomed to 200 %. */
const ZOOMED = { width: 640, height: 400 };
const MOST_SCRIPT_BYTES = 61 * 1024;

let site: Awaited<ReturnType<typeof serveFolder>>;
test.beforeAll(async () => {
  site = await serveFolder(join(PROJECT, 'dist'));
});
test.afterAll(() => site.close());

async function readOwn(path: string) {
  const response = await fetch(site.origin + path);
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  return { status: response.status, headers, text: await response.text() };
}

/** Opens a page and waits until Vue has hydrated it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site.origin}${path}`, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
}

async function violationsOf(page: Page, ...without: string[]): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const { violations } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run(options),
    { rules },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const isDark = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.classList.contains('dark'));

/** Records the scripts that a page loads and its layout shifts. Call it before the page is opened. */
async function watch(page: Page) {
  const scripts: Buffer[] = [];
  const others: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(?:data:|blob:)/.test(url) && !url.startsWith(site.origin)) others.push(url);
  });
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.body());
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    scripts,
    others,
    shifts: () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts),
  };
}

for (const [kind, path] of KINDS)
  test(`${kind}: at most 61 KB of script, nothing moves, no other host is asked, and it fits every screen and theme`, async ({
    page,
  }) => {
    await page.setViewportSize(DESK);
    await page.emulateMedia({ colorScheme: 'light' });
    const { scripts, others, shifts } = await watch(page);
    await open(page, path);
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([src])')].map((script) => script.textContent),
    );
    const bytes = [...scripts, ...inline].reduce(
      (sum, script) => sum + gzipSync(script, { level: 9 }).length,
      0,
    );
    test.info().annotations.push({ type: 'bytes of script', description: String(bytes) });
    expect(await shifts()).toEqual([]);
    expect(others).toEqual([]);
    expect(scripts.length).toBeGreaterThan(2);
    expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);

    expect(await isDark(page)).toBe(false);
    expect(await violationsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => isDark(page)).toBe(true);
    expect(await violationsOf(page)).toEqual([]);

    for (const viewport of [ZOOMED, PHONE, NARROW]) {
      await page.setViewportSize(viewport);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([viewport.width, Math.max(0, overflow)]).toEqual([viewport.width, 0]);
    }
    expect(await violationsOf(page)).toEqual([]);
    expect(others).toEqual([]);
  });

for (const [what, waits, moves] of [
  ['a page that comes in two parts is painted once', true, false],
  ['without the link it moves when the rest comes (control)', false, true],
] as const)
  test(what, async ({ page }) => {
    const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (request.url === '/is-read') server.emit('is-read');
      const { headers, text, status } = await readOwn(request.url ?? '/');
      response.writeHead(status, headers);
      if (request.url !== PAGES.guide) {
        response.end(text);
        return;
      }
      const html = waits ? text : text.replace(/<link rel="expect"[^>]*>/, '');
      const middle = html.indexOf('</tr>', html.indexOf('<tbody>'));
      response.write(html.slice(0, middle));
      await once(server, 'is-read');
      response.end(html.slice(middle));
    };
    await once(server, 'listening');
    const { shifts } = await watch(page);
    // Eight frames after the first part has arrived, or the time they would take: a waiting page has no frames.
    await page.addInitScript(() => {
      const go = (left: number): void => {
        if (!document.querySelector('tbody tr')) setTimeout(go, 16, left);
        else if (left > 0) {
          const next = () => go(left - 1);
          if (document.querySelector('link[rel=expect]')) setTimeout(next, 100);
          else requestAnimationFrame(next);
        } else void fetch('/is-read');
      };
      go(8);
    });
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}${PAGES.guide}`, { waitUntil: 'networkidle' });
    expect((await shifts()).length > 0).toBe(moves);
    server.close();
    server.closeAllConnections();
  });

test('axe finds a flaw (control)', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => document.body.append(document.createElement('img')));
  expect((await violationsOf(page)).join()).toContain('image-alt');
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });
  test('axe finds nothing in the open menu', async ({ page }) => {
    await open(page, '/packages/tunnel/');
    await page.locator('.VPNavBarHamburger').click();
    await expect(page.locator('.VPNavScreen')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
  });
});

test.describe('at 320 px', () => {
  test.use({ viewport: NARROW });
  for (const name of ['envelope', 'click', 'error'])
    test(`the diagram can be read: ${name}`, async ({ page }) => {
      await open(page, `/concepts/${name}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect.poll(() => isDark(page)).toBe(colorScheme === 'dark');
        const texts = await page.locator('.diagram text').evaluateAll((all) =>
          all.map((text) => ({
            height: text.getBoundingClientRect().height,
            // axe does not check the colours of drawings.
            isOfThePage: getComputedStyle(text).fill === getComputedStyle(document.body).color,
          })),
        );
        expect(texts.length).toBeGreaterThan(6);
        // The height of a line of 10 pixels, or more, except for the fractions of a pixel lost by scaling.
        expect(Math.min(...texts.map(({ height }) => height))).toBeGreaterThan(10.99);
        expect(texts.filter(({ isOfThePage }) => !isOfThePage)).toEqual([]);
      }
    });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: DESK });
  test('shows text, navigation and diagrams', async ({ page }) => {
    await page.goto(`${site.origin}/concepts/envelope`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/The life of an envelope/);
    await expect(
      page.getByRole('figure', { name: /browser posts an envelope/ }).locator('svg'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Operations', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Operations/);
  });
});

test('finds pages without another host', async ({ page }) => {
  await page.setViewportSize(DESK);
  const { others } = await watch(page);
  await open(page, '/');
  await page.keyboard.press('/');
  await page.locator('#localsearch-input').fill('trusted proxies');
  await expect(page.locator('.VPLocalSearchBox .result').first()).toBeVisible();
  expect(others).toEqual([]);
  // In VitePress' list of results, each option contains a link.
  expect(await violationsOf(page, 'nested-interactive')).toEqual([]);
});
