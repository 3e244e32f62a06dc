import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startApp } from './support/app-server.ts';
import { findAxeViolations } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

const DOCUMENTS = join(import.meta.dirname, '../../..');

/** The source of each figure on the page, in the words of that document. */
const FIGURES = [
  ['4.2 to 9.0 KB', 'docs/benchmarks/client.md', /\*\*Adit, nothing to report\*\*\s+\|\s+4\.2 \|/],
  ['58.9 KB', 'docs/benchmarks/client.md', /`@sentry\/nextjs`, errors \+ tracing\s+\|\s+58\.9 \|/],
  ['9.0 KB', 'docs/benchmarks/client.md', /\| webpack\s+\|\s+136\.5 \|\s+145\.5 \|\s+9\.0 \|/],
  [
    '0 of 4,899',
    'docs/benchmarks/outage.md',
    /acknowledged \(by the spool\)\s+\| 4,899[\s\S]*acknowledged, never received\*\*\s+\| \*\*0\*\*/,
  ],
  ['0 of 1,000', 'docs/benchmarks/router.md', /dead clicks\s+\| 1,000 navigations\s+\|\s+≤ 0 \|\s+0 \|/],
  ['181', 'docs/benchmarks/router.md', /\| dead\s+\|\s+0 \|\s+181 \|/],
  [
    '1,868 of 2,690',
    'docs/benchmarks/outage.md',
    /in memory[\s\S]*\| 2,690 \(1,868\)[\s\S]*received\*\*[^\n]*\| 1,868/,
  ],
] as const;

test('the overview fits a desk in one screen, and phones without scrolling sideways, in light and dark', async ({
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(DESK);
    await page.goto('/');
    const height = await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().bottom);
    expect(height).toBeLessThanOrEqual(DESK.height);
    expect(await findAxeViolations(page), `desk, ${colorScheme}`).toEqual([]);

    await page.setViewportSize(PHONE);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await findAxeViolations(page), `phone, ${colorScheme}`).toEqual([]);
  }
});

test('its figures are those of the benchmarks', async ({ page }) => {
  await page.goto('/');
  for (const tile of await page.locator('summary').all()) await tile.click();
  const text = await page.getByRole('main').innerText();
  for (const [figure, document, row] of FIGURES) {
    expect(text).toContain(figure);
    expect(readFileSync(join(DOCUMENTS, document), 'utf8')).toMatch(row);
  }
});

test('a press copies the command', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The command is copied.')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npx @adit/cli init');
});

test('it leads to the lab, the screens, and to the operations page and the site where these are served', async ({
  page,
}) => {
  await page.goto('/');
  const look = page.getByRole('navigation', { name: 'Look at it' });
  await expect(look.getByRole('link')).toHaveText(['Lab', 'Screens']);
  await expect(look.getByText('npx nx dev docs')).toBeVisible();
  await expect(look.getByText('it needs a token')).toBeVisible();

  const app = await startApp({
    ADIT_DOCS_URL: 'https://docs.example/adit/',
    ADIT_ADMIN_TOKEN: 'a-token-of-the-overview',
  });
  try {
    await page.goto(app.origin);
    const addresses = await look
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual([
      '/lab',
      '/lab/screens',
      '/operations',
      'https://docs.example/adit/operations/',
      'https://docs.example/adit/',
    ]);
    const start = page.getByRole('navigation', { name: 'Start' }).getByRole('link');
    expect(await start.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      'https://docs.example/adit/start/next',
      'https://docs.example/adit/start/',
      'https://docs.example/adit/start/tunnel-server',
    ]);
  } finally {
    await app.stop();
  }
});
