import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const LAB = '/lab/router';
const LINK_COUNT = 500;
/** Guesses that the governor lets through at once, before their rate counts. */
const BURST = 50;
/** Guesses for a page view where the browser calls the network slow. */
const SLOW_GUESSES = 6;

const isPrefetchOfPage = ({
  url,
  headers,
}: {
  url: URL;
  headers: Readonly<Record<string, string>>;
}): boolean => /^\/lab\/router\/\d+$/.test(url.pathname) && headers['next-router-prefetch'] !== undefined;

// By address: a search by role goes through 500 names each time. The accessibility test looks at those.
const tile = (page: Page, number: number) => page.locator(`a[href="${LAB}/${number}"]`);

// A trace copies the page at each step, 500 tiles and all. The grid fits the screen: Next asks for no link out of sight.
test.use({ trace: 'off', viewport: { width: 1280, height: 1_100 } });

/** A figure beside the grid. */
async function figure(page: Page, name: string): Promise<number> {
  const row = page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  return parseInt(await row.locator('dd').innerText(), 10);
}

/** The paths of the documents this page loads from now on. */
function watchDocuments(page: Page): readonly string[] {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

/** Waits until Next has hydrated the page: what is clicked earlier is clicked without it. */
async function openLab(page: Page, query = ''): Promise<void> {
  await page.goto(`${LAB}${query}`);
  await expect
    .poll(async () => (await figure(page, 'Requests')) + (await figure(page, 'Refused')), { timeout: 15_000 })
    .toBeGreaterThan(0);
}

test('the tiles say what became of their prefetch, and an intent overtakes the guesses', async ({ page }) => {
  await openLab(page);
  await expect(tile(page, 1)).toHaveAttribute('data-phase', 'done');
  expect(await tile(page, LINK_COUNT).getAttribute('data-phase')).toBeNull();

  await tile(page, LINK_COUNT).hover();
  await expect(tile(page, LINK_COUNT)).toHaveAttribute('data-phase', 'done');
  await expect(page.locator('#link-state')).toContainText(`Page ${LINK_COUNT} is here`);
  await expect(tile(page, LINK_COUNT - 1)).not.toHaveAttribute('data-phase', 'done');
});

test('the lanes fill, drain to the rate of guesses, and never hold more than five', async ({ page }) => {
  await openLab(page);
  await expect.poll(() => figure(page, 'Done'), { timeout: 25_000 }).toBeGreaterThanOrEqual(BURST);

  expect(await figure(page, 'Requests')).toBeLessThan(LINK_COUNT / 5);
  const most = await page.getByText(/^most: \d+$/).innerText();
  expect(Number(most.replace('most: ', ''))).toBeLessThanOrEqual(5);
});

test('a click on a tile meets its prefetch, and the tile says so', async ({ page }) => {
  await openLab(page);
  await expect(tile(page, 1)).toHaveAttribute('data-phase', 'done');
  await tile(page, 1).click();
  await expect(page.getByText(/its prefetch was (here before you|under way)/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the 500 links' }).click();

  await expect(tile(page, 1)).toHaveAttribute('data-phase', /^(used|late)$/);
  expect((await figure(page, 'Used')) + (await figure(page, 'Late'))).toBe(1);
});

for (const [name, query, reason] of [
  ['Save-Data', '?network=save-data', 'save-data'],
  ['the kill switch', '?prefetch=off', 'kill-switch'],
] as const) {
  test(`under ${name} the tiles are refused, with the reason, and nothing is sent`, async ({
    page,
    requests,
  }) => {
    await openLab(page, query);
    await expect(tile(page, 1)).toHaveAttribute('data-phase', 'refused');
    await expect(page.getByLabel('Refused because')).toContainText(reason);
    expect(requests.filter(isPrefetchOfPage)).toEqual([]);

    await tile(page, 3).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page 3');
  });
}

test('under a slow network few guesses are sent, the rest waits, and an intent passes', async ({
  page,
  requests,
}) => {
  await openLab(page, '?network=slow');
  await expect.poll(() => figure(page, 'Queued')).toBeGreaterThan(0);
  await tile(page, LINK_COUNT).hover();
  await expect(tile(page, LINK_COUNT)).toHaveAttribute('data-phase', 'done');

  expect(requests.filter(isPrefetchOfPage).length).toBeLessThan(SLOW_GUESSES * 2);
});

test('after a deploy the page hears of it, and the next navigation loads one document', async ({ page }) => {
  await openLab(page);
  const documents = watchDocuments(page);
  await page.getByRole('button', { name: 'Deploy a new version' }).click();
  await expect(page.getByText('A new version is available.')).toBeVisible();
  expect(documents).toEqual([]);

  await page.getByRole('link', { name: 'Open another page' }).click();
  await expect(page.getByText('You came by a full page load.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the 500 links' }).click();
  await expect(page.getByTestId('document-loads')).toHaveText('1');
  expect(documents).toEqual([`${LAB}/7`]);
});

test('a script that a deploy took away costs one load, each time', async ({ page }) => {
  await openLab(page);
  const documents = watchDocuments(page);
  for (const deploys of [1, 2]) {
    await page.getByRole('button', { name: 'Deploy a new version' }).click();
    await page.getByRole('button', { name: 'Show a part with its own script' }).click();
    await expect(page.getByText(`as a document of build-${deploys + 1}.`)).toBeVisible();
    expect(documents).toHaveLength(deploys);
    await expect(page.getByTestId('document-loads')).toHaveText('1');
  }
  await page.getByRole('button', { name: 'Show a part with its own script' }).click();
  await expect(page.getByText('This part came in a script of its own, of build-3.')).toBeVisible();
});

test('a deploy that is undone leaves navigations within the page', async ({ page }) => {
  await openLab(page);
  const documents = watchDocuments(page);
  await page.getByRole('button', { name: 'Deploy a new version' }).click();
  await expect(page.getByText('A new version is available.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the deploy' }).click();
  await expect(page.getByText('A new version is available.')).toBeHidden();

  await page.getByRole('link', { name: 'Open another page' }).click();
  await expect(page.getByText(/^You came within the page/)).toBeVisible();
  expect(documents).toEqual([]);
});

test('S32 the route that hangs arrives as a document at the deadline, and the timeline tells how', async ({
  page,
}) => {
  await openLab(page);
  const documents = watchDocuments(page);
  await page.getByRole('switch', { name: 'Hang this route' }).check();
  await page.getByRole('link', { name: 'Open the route' }).click();
  await expect(page.getByText('Slow, says the router.')).toBeVisible();
  await expect(page.getByText('Arrived, by a full page load.')).toBeVisible({ timeout: 8_000 });
  expect(documents).toEqual([`${LAB}/target`]);

  await page.getByRole('link', { name: 'Back to the demonstration' }).click();
  await expect(page.getByText('Deadline: the router let the browser load the page.')).toBeVisible();
});

test('without scripts the links remain, and work', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(LAB);
  await expect(page.getByText('Deploy a new version')).toBeHidden();
  await tile(page, 250).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page 250');
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the demonstration is accessible, ${colorScheme}, in every state of its tiles`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openLab(page, '?network=save-data');
    await page.getByRole('button', { name: 'Deploy a new version' }).click();
    await expect(page.getByText('A new version is available.')).toBeVisible();
    await page.evaluate(
      (phases) => {
        for (const [index, phase] of phases.entries())
          document.querySelector(`a[href="/lab/router/${index + 1}"]`)?.setAttribute('data-phase', phase);
      },
      ['queued', 'in-flight', 'done', 'used', 'late', 'failed', 'wasted'],
    );
    // One tile without a state is as good as 480, each of which would be measured by itself.
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('a[href^="/lab/router/"]'))
        if (Number(link.getAttribute('href')?.split('/').at(-1)) > 20) link.remove();
    });

    expect(await findAxeViolations(page)).toEqual([]);
  });
}

test('the demonstration fits a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openLab(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  expect(overflow).toBeLessThanOrEqual(0);
});
