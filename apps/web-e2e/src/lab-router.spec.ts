import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const LAB = '/lab/router';
const LINK_COUNT = 500;
/** Prefetches that the governor lets through before it limits their rate. */
const BURST = 50;

// By address, because a search by role reads 500 names each time.
const tile = (page: Page, number: number) => page.locator(`a[href="${LAB}/${number}"]`);

// The grid fits the screen: Next does not prefetch links out of view.
test.use({ viewport: { width: 1280, height: 1_100 } });

/** A figure next to the grid. */
async function figure(page: Page, name: string): Promise<number> {
  const row = page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  return parseInt(await row.locator('dd').innerText(), 10);
}

/** Opens the page and waits until Next has hydrated it. */
async function openLab(page: Page, query = ''): Promise<void> {
  await page.goto(`${LAB}${query}`);
  await expect
    .poll(async () => (await figure(page, 'Requests')) + (await figure(page, 'Refused')))
    .toBeGreaterThan(0);
}

test('the tiles show the state of their prefetch, a pointed-at link overtakes the queue, and a click uses its prefetch', async ({
  page,
}) => {
  await page.clock.install();
  await openLab(page);
  await expect(tile(page, 1)).toHaveAttribute('data-phase', 'done');
  await tile(page, LINK_COUNT).hover();
  await expect(tile(page, LINK_COUNT)).toHaveAttribute('data-phase', 'done');
  await expect(tile(page, LINK_COUNT - 1)).not.toHaveAttribute('data-phase', 'done');
  await expect.poll(() => figure(page, 'Done')).toBeGreaterThanOrEqual(BURST);

  expect(await figure(page, 'Requests')).toBeLessThan(LINK_COUNT / 5);
  const most = await page.getByText(/^most: \d+$/).innerText();
  expect(Number(most.replace('most: ', ''))).toBeLessThanOrEqual(5);

  // The route's deadline must not pass on a slow machine.
  await page.clock.pauseAt(Date.now() + 60_000);
  await tile(page, 1).click();
  await expect(page.getByText(/its prefetch was (ready|under way)/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the 500 links' }).click();
  await expect(tile(page, 1)).toHaveAttribute('data-phase', /^(used|late)$/);
  await page.clock.resume();
  await expect.poll(async () => (await figure(page, 'Used')) + (await figure(page, 'Late'))).toBe(1);

  await page.getByRole('link', { name: 'Throw the kill switch' }).click();
  await expect(page).toHaveURL(`${LAB}?prefetch=off`);
});

test('without scripts the links work', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(LAB);
  await expect(page.getByText('Throw the kill switch')).toBeHidden();
  await tile(page, 250).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page 250');
  await context.close();
});

test('the page is accessible in light and dark in every state of its tiles, and fits 320 pixels', async ({
  page,
}) => {
  await openLab(page, '?prefetch=off');
  await page.evaluate(
    (phases) => {
      for (const link of document.querySelectorAll<HTMLElement>('a[href^="/lab/router/"]')) {
        const number = Number(link.getAttribute('href')?.split('/').at(-1));
        link.dataset['phase'] = phases[number - 1];
        // One tile without a state is enough: axe measures each separately.
        if (number > 20) link.remove();
      }
    },
    ['queued', 'in-flight', 'done', 'used', 'late', 'failed', 'wasted', 'refused'],
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findAxeViolations(page), colorScheme).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
