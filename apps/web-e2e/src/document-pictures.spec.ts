import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LOOKS } from './support/looks.ts';
import { expect, test } from './support/test.ts';
import { hydrated } from './support/hydrated.ts';

// The pictures in the documents. `npx nx e2e web-e2e -- --project=pictures --update-snapshots` updates them.

const DOCUMENTS = join(import.meta.dirname, '../../../docs');
const LAB = 'lab.png';
const COMPARISON = 'guides/error-screens-compared.png';
const NOW = new Date('2026-01-15T12:00:00Z');
const DIGEST = '2154321987';
const PHONE = { width: 320, height: 640 };
/** Fewer pixels than one changed word has. A share of the whole page would be more. */
const SMOOTHING = { maxDiffPixels: 100 };
/** Width of a phone in the comparison, in pixels. */
const SHOWN = 220;

const requireHere = createRequire(import.meta.url);

/** One of Next's default screens, shown if the application has none. */
function nextScreen(name: string, props: Readonly<Record<string, unknown>> = {}): string {
  const module = requireHere(`next/dist/client/components/builtin/${name}.js`) as {
    default: ComponentType<Readonly<Record<string, unknown>>>;
  };
  return renderToStaticMarkup(createElement(module.default, props));
}

/** A picture of the page, with the same typeface everywhere. */
async function pictureOf(page: Page): Promise<Buffer> {
  await page.addStyleTag({ content: `${LOOKS}*{font-family:Looks!important}` });
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

async function pictureOfLab(page: Page): Promise<Buffer> {
  await page.clock.setFixedTime(NOW);
  await page.setViewportSize({ width: 1100, height: 1180 });
  await page.goto('/lab');
  await hydrated(page);
  await page.getByRole('button', { name: 'Throw an error' }).click();
  await expect(page.locator('#client-error .verdict')).toContainText('Sent (200)');
  return pictureOf(page);
}

/** Each error has a different digest, and the button next to it appears with the scripts. */
async function showDigest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  await page
    .locator('.adit-fallback-digest')
    .evaluate((shown, digest) => (shown.textContent = digest), DIGEST);
}

async function pictureOfComparison(page: Page): Promise<Buffer> {
  await page.setViewportSize(PHONE);
  const pictures: Buffer[] = [];
  for (const [colorScheme, screen, path] of [
    ['light', nextScreen('not-found'), '/nowhere'],
    ['dark', nextScreen('unauthorized'), '/lab/unauthorized'],
    ['light', nextScreen('global-error', { error: { digest: DIGEST } }), '/crash/server'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // Otherwise scripts of the previous page would act on this body.
    await page.goto('about:blank');
    await page.setContent(`<!doctype html>${screen}`);
    pictures.push(await pictureOf(page));
    await page.goto(path);
    await page.locator('.adit-fallback').waitFor();
    if (path === '/crash/server') await showDigest(page);
    pictures.push(await pictureOf(page));
  }
  await page.setViewportSize({ width: pictures.length * (SHOWN + 16) + 16, height: 456 });
  const images = pictures.map(
    (picture) =>
      `<img alt="" width="${SHOWN}" height="440" src="data:image/png;base64,${picture.toString('base64')}">`,
  );
  await page.setContent(
    `<!doctype html><body style="margin:0;padding:8px;background:#888;display:flex;gap:16px">${images.join('')}`,
  );
  return page.screenshot();
}

test('the lab is the one of the picture in the README, and another word in it is noticed', async ({ page }, {
  config,
}) => {
  expect(await pictureOfLab(page)).toMatchSnapshot(LAB, SMOOTHING);
  if (['all', 'changed'].includes(config.updateSnapshots)) return;
  await page.getByText('Client error').evaluate((name) => (name.textContent = 'Client fault'));
  const picture = await pictureOf(page);
  expect(() => {
    expect(picture).toMatchSnapshot(LAB, SMOOTHING);
  }).toThrow(/different/);
});

test('the screens are those of the comparison', async ({ page }) => {
  expect(await pictureOfComparison(page)).toMatchSnapshot(COMPARISON.split('/'), SMOOTHING);
});

test('no picture of the documents is without a test, and each is shown', () => {
  const files = readdirSync(DOCUMENTS, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.png')).sort()).toEqual([COMPARISON, LAB]);
  expect(readFileSync(join(DOCUMENTS, '../README.md'), 'utf8')).toContain(`(docs/${LAB})`);
});
