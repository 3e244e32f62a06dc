import { test, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { startRouterSite, type RouterSite } from './support/router-site.ts';

/** The names that pages/screens/boundary.mjs sets on the window for this spec. */
interface PageWindow {
  readonly kinds: readonly string[];
  readonly state: { readonly reports: readonly string[] };
  readonly show: (change: Record<string, string>) => void;
  readonly hand: (what: string) => void;
}
declare const window: PageWindow & Window & typeof globalThis;

const KINDS = [
  'error',
  'subclass',
  'null',
  'undefined',
  'empty text',
  'zero',
  'NaN',
  'false',
  'text',
  'symbol',
  'object',
  'frozen',
  'throwing getters',
  'another realm',
  'revoked proxy',
];
/**
 * React reads `then` of a value thrown while rendering before it looks for a boundary, and a revoked proxy throws then.
 */
const BEYOND_BOUNDARIES = 'revoked proxy';

let site: RouterSite;
test.beforeAll(async () => {
  site = await startRouterSite({ folder: 'screens', entry: 'boundary.mjs', mode: 'production' });
});
test.afterAll(() => site.close());

/** Opens the page and waits until it is interactive. Collects errors that escape from React. */
async function open(page: Page, origin = site.origin): Promise<{ readonly escaped: readonly string[] }> {
  const escaped: string[] = [];
  page.on('pageerror', (error) => escaped.push(error.message));
  await page.goto(origin);
  await expect(page.locator('#content')).toBeVisible();
  return { escaped };
}

const show = (page: Page, change: Record<string, string>): Promise<void> =>
  page.evaluate((to) => window.show(to), change);

test('the page has all kinds there are', async ({ page }) => {
  await open(page);
  expect(await page.evaluate(() => window.kinds)).toEqual(KINDS);
});

for (const how of ['render', 'effect', 'event'] as const) {
  const kinds = KINDS.filter((kind) => how !== 'render' || kind !== BEYOND_BOUNDARIES);

  test(`${kinds.length} of ${KINDS.length} kinds thrown in ${how} are caught, and reset or retried`, async ({
    page,
  }) => {
    const { escaped } = await open(page);
    const fallback = page.locator('#fallback');
    // One button for each kind; both buttons do the same for all kinds.
    for (const [index, what] of kinds.entries()) {
      if (how === 'event') await page.evaluate((kind) => window.hand(kind), what);
      else await show(page, { how, what });
      await expect(fallback, what).toContainText(/^caughtreset/);
      await page.evaluate(() => Object.assign(window.state, { how: 'none' }));
      await page.getByRole('button', { name: index % 2 === 0 ? 'reset' : 'retry' }).click();
      await expect(page.locator('#content'), what).toBeVisible();
    }
    expect(escaped).toEqual([]);
  });
}

test(`a ${BEYOND_BOUNDARIES} thrown in render is beyond any boundary`, async ({ page }) => {
  const { escaped } = await open(page);
  await show(page, { how: 'render', what: BEYOND_BOUNDARIES });
  await expect.poll(() => escaped).toEqual([expect.stringContaining('revoked')]);
  await expect(page.locator('#fallback')).toBeHidden();
});

test('an object is reported once over resets in strict mode, a primitive each time', async ({ page }) => {
  await open(page);
  await show(page, { how: 'render', what: 'error' });
  await page.getByRole('button', { name: 'reset' }).click();
  await expect(page.locator('#fallback')).toBeVisible();
  expect(await page.evaluate(() => window.state.reports)).toEqual(['client']);
  await show(page, { what: 'null' });
  await page.getByRole('button', { name: 'reset' }).click();
  await page.getByRole('button', { name: 'reset' }).click();
  await expect.poll(() => page.evaluate(() => window.state.reports.length)).toBe(3);
});

/** Focuses the field, then raises a fault. Records everything that gets the focus from then on. */
async function breakWhileTyping(page: Page, variant: string): Promise<void> {
  await show(page, { variant });
  await page.getByLabel('Field').focus();
  await page.evaluate(() => {
    const focused: (string | undefined)[] = [];
    addEventListener('focusin', ({ target }) => focused.push((target as Element).localName));
    Object.assign(window, { focused });
  });
  await show(page, { how: 'render', what: 'error' });
  await expect(page.getByText('event-1')).toBeVisible();
  await show(page, {});
}
const focused = (page: Page) => page.evaluate(() => (window as unknown as { focused: string[] }).focused);

test('58 a page fallback moves the focus to its h1 once, and is no alert', async ({ page }) => {
  await open(page);
  await breakWhileTyping(page, 'page');
  expect(await focused(page)).toEqual(['h1']);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('58 an inline fallback is an alert, and leaves the focus where it is', async ({ page }) => {
  await open(page);
  await breakWhileTyping(page, 'inline');
  expect(await focused(page)).toEqual([]);
  await expect(page.getByLabel('Field')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert').getByRole('status')).toHaveCount(0);
});

/** Pastes the clipboard, and returns the text. */
async function pasted(page: Page): Promise<string> {
  const field = page.getByLabel('Field');
  await field.focus();
  await page.keyboard.press('Control+V');
  return field.inputValue();
}

for (const variant of ['page', 'inline']) {
  for (const [where, prepare] of [
    ['with the clipboard at hand', () => undefined],
    ['without a clipboard, as on plain HTTP', () => Reflect.deleteProperty(Navigator.prototype, 'clipboard')],
    [
      'with the permission denied',
      () =>
        Object.assign(Clipboard.prototype, {
          writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')),
        }),
    ],
  ] as const) {
    test(`the reference of a ${variant} fallback is copied ${where}`, async ({ page }) => {
      await page.addInitScript(prepare);
      await open(page);
      await breakWhileTyping(page, variant);
      await page.getByRole('button', { name: 'Copy' }).click();
      await expect(page.getByRole('status')).toHaveText('Copied.');
      expect(await pasted(page)).toBe('event-1');
    });
  }

  test(`the reference of a ${variant} fallback is left selected where nothing may be copied`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'clipboard');
      Object.assign(Document.prototype, { execCommand: () => false });
    });
    await open(page);
    await breakWhileTyping(page, variant);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('status')).toContainText('selected');
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('event-1');
  });
}

test('the reference is copied in a frame of another site, which has no permission', async ({ page }) => {
  const around = await startRouterSite({
    folder: 'screens',
    entry: 'empty.mjs',
    body: () =>
      `<input aria-label="Outside"><iframe src="${site.origin.replace('localhost', '127.0.0.1')}"></iframe>`,
  });
  await page.goto(around.origin);
  const inner = page.frames()[1];
  if (!inner) throw new Error('no frame');
  await inner.waitForFunction(() => 'show' in window);
  await inner.evaluate(() => window.show({ variant: 'inline', how: 'render', what: 'error' }));
  await inner.getByRole('button', { name: 'Copy' }).click();
  await expect(inner.getByRole('status')).toHaveText('Copied.');
  await page.getByLabel('Outside').focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByLabel('Outside')).toHaveValue('event-1');
  await around.close();
});
