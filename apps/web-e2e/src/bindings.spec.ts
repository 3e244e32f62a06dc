import { test, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { startRouterSite, type RouterSite } from './support/router-site.ts';

/** The names that pages/router/bindings.mjs sets on the window for this spec. */
interface PageWindow {
  readonly html: string;
  readonly navigateTo: (href: string) => unknown;
  readonly reloaded: unknown;
  readonly route: { takesMs: number };
  readonly skew: { readonly report: (build: string) => void };
  violations: string[];
}
declare const window: PageWindow & Window & typeof globalThis;

/** No style may come from the page's HTML, not even an attribute. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:";

/** Longer than the indicator's delay of 200 ms. */
const NEVER_MS = 60_000;

let site: RouterSite;
/**
 * The HTML that the server renders for the first page. Other pages are rendered in the browser, and hydrated in the
 * same way.
 */
let html = '';

test.beforeAll(async ({ browser }) => {
  site = await startRouterSite({
    entry: 'bindings.mjs',
    body: (path) => `<div id="root">${path === '/' ? html : ''}</div>`,
    documentHeaders: { 'content-security-policy': POLICY },
  });
  const page = await browser.newPage();
  await page.goto(site.origin);
  html = await page.evaluate(() => window.html);
  await page.close();
});

test.afterAll(() => site.close());

/**
 * Opens the page and waits until it is interactive. Collects its log messages and errors, of which there must be none.
 */
async function open(page: Page, path = '/'): Promise<{ readonly complaints: readonly string[] }> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site.origin}${path}`);
  await page.waitForFunction(() => 'navigateTo' in window);
  return { complaints };
}

const documentsLoaded = (): number =>
  site.requests.filter(({ headers }) => headers['sec-fetch-dest'] === 'document').length;
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Starts a navigation that hangs, by script: an action of the visitor would excuse a layout shift. */
async function hang(page: Page): Promise<void> {
  await page.evaluate((takesMs) => {
    window.route.takesMs = takesMs;
    window.navigateTo('/hanging');
  }, NEVER_MS);
}

test('a navigation of 199 ms shows no progress, one of 400 ms shows it from 200 ms until it ends', async ({
  page,
}) => {
  await page.clock.install();
  await open(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  /** Records all texts of the status from now on. */
  await page.evaluate(() => {
    const status = document.querySelector('[role=status]');
    if (status === null) throw new Error('no status');
    const said: string[] = [];
    new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
    Object.assign(window, { said });
  });
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  const state = page.locator('#navigation');

  await page.evaluate(() => (window.route.takesMs = 199));
  await link(page, 'Plain').click();
  await expect(state).toHaveText('loading');
  await page.clock.runFor(199);
  await expect(page).toHaveURL(`${site.origin}/a`);
  await expect(state).toHaveText('idle');
  expect(await said()).toEqual([]);

  await page.evaluate(() => (window.route.takesMs = 400));
  await link(page, 'Replace').click();
  await expect(state).toHaveText('loading');
  await page.clock.runFor(199);
  expect(await said()).toEqual([]);
  await page.clock.runFor(1);
  await expect(page.getByRole('status')).toHaveText('Loading');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Replace');
  await page.clock.runFor(200);
  await expect(page).toHaveURL(`${site.origin}/replaced`);
  await expect(page.getByRole('status')).toHaveText('');
  expect(await said()).toEqual(['Loading', '']);
});

test('progress moves nothing on the page; a bar in the flow does', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
  const shifted = () =>
    page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
  /** Two frames: a shift is reported in the frame after the one it occurs in. */
  const paint = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

  await hang(page);
  await expect(page.getByRole('status')).toHaveText('Loading');
  await paint();
  expect(await shifted()).toBe(0);

  await page.evaluate(() => {
    const bar = document.createElement('div');
    bar.style.height = '40px';
    document.querySelector('#top')?.append(bar);
  });
  await expect.poll(shifted).toBeGreaterThan(0);
});

test('progress is a fixed bar that grows by transforms alone, under a policy that forbids inline styles', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      window.violations.push(violatedDirective),
    );
  });
  await open(page);
  await hang(page);
  const bar = page.getByRole('status').locator('span');
  const seen = await bar.evaluate((element) => ({
    position: getComputedStyle(element).position,
    width: getComputedStyle(element).width === `${document.documentElement.clientWidth}px`,
    animated: element
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).getKeyframes().map((frame) => frame.transform)),
  }));
  expect(seen).toEqual({ position: 'fixed', width: true, animated: [['scaleX(0)', 'scaleX(0.95)']] });
  expect(await page.evaluate(() => window.violations)).toEqual([]);

  // Control: a style attribute in the HTML would be reported.
  await page.evaluate(() => document.querySelector('#top')?.setAttribute('style', 'color: red'));
  await expect.poll(() => page.evaluate(() => window.violations)).toEqual(['style-src-attr']);
});

test('progress stands still for a visitor who wants less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await hang(page);
  const bar = page.getByRole('status').locator('span');
  await expect(bar).toHaveText('Loading');
  expect(await bar.evaluate((element) => element.getAnimations().length)).toBe(0);
});

/** The edge at which the bar, paused a second after its start, begins, and whether it is part of the line. */
const growthFrom = (page: Page, edge: 'left' | 'right') =>
  page
    .getByRole('status')
    .locator('span')
    .evaluate((element, side) => {
      for (const animation of element.getAnimations()) {
        animation.pause();
        animation.currentTime = 1_000;
      }
      const { left, right, width } = element.getBoundingClientRect();
      const page = document.documentElement.clientWidth;
      return { atEdge: side === 'left' ? left : page - right, isPart: width > 0 && width < page };
    }, edge);

test('progress grows from the left, is visible in light and dark schemes and where colours are forced', async ({
  page,
}) => {
  await open(page);
  await hang(page);
  expect(await growthFrom(page, 'left')).toEqual({ atEdge: 0, isPart: true });
  const bar = page.getByRole('status').locator('span');
  await expect(bar).toHaveText('Loading');
  for (const media of [
    {},
    { colorScheme: 'dark' },
    { colorScheme: 'light', forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(media);
    const [colour, canvas] = await bar.evaluate((element) => {
      const canvas = document.createElement('p');
      canvas.style.color = 'Canvas';
      document.body.append(canvas);
      const colours = [getComputedStyle(element).borderTopColor, getComputedStyle(canvas).color];
      canvas.remove();
      return colours;
    });
    expect(colour, JSON.stringify(media)).not.toBe(canvas);
  }
});

test('progress grows from the right where lines run from there', async ({ page }) => {
  await open(page, '/?dir=rtl');
  await hang(page);
  expect(await growthFrom(page, 'right')).toEqual({ atEdge: 0, isPart: true });
});

test('useConnectivity follows the network', async ({ page, context }) => {
  await open(page);
  const badge = page.locator('#connectivity');
  await expect(badge).toHaveText('online');
  await context.setOffline(true);
  await expect(badge).toHaveText('offline');
  await context.setOffline(false);
  await expect(badge).toHaveText('online');
});

test('useUpdateAvailable offers a newer deployment, and loads it once', async ({ page }) => {
  await open(page);
  const update = page.getByRole('button', { name: 'Update to v2' });
  await expect(update).toBeHidden();
  const documents = documentsLoaded();
  await page.evaluate(() => window.skew.report('v2'));
  await update.click();
  await expect.poll(documentsLoaded).toBe(documents + 1);

  // The server still answers with the old build: another attempt loads nothing, and reports that.
  await page.waitForFunction(() => 'navigateTo' in window);
  await page.evaluate(() => window.skew.report('v2'));
  await update.click();
  expect(await page.evaluate(() => window.reloaded)).toEqual({
    outcome: 'refused',
    reason: 'already-reloaded',
  });
  expect(documentsLoaded()).toBe(documents + 1);
});

test('hydrates in strict mode and navigates without a warning', async ({ page }) => {
  const { complaints } = await open(page);
  await hang(page);
  await expect(page.getByRole('status')).toHaveText('Loading');
  expect(complaints).toEqual([]);
  // Control: React does report a difference between HTML and page.
  const complained = page.waitForEvent('pageerror');
  await page.route(`${site.origin}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('idle', 'busy') });
  });
  await page.reload();
  expect((await complained).message).toMatch(/hydrat/i);
});
