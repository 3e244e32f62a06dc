import { expect } from '@playwright/test';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { SETTLES_MS } from './example-test.ts';
import { test } from './next-example.ts';
import { describePages } from './static-pages.ts';

describePages([
  { kind: 'prerendered page', path: '/', sign: '○' },
  { kind: 'cached component', path: '/guide', sign: '○' },
  { kind: 'page of generateStaticParams', path: '/products/lamp', sign: '○' },
  { kind: 'page with a part that reads the request', path: '/basket', sign: '◐' },
]);

for (const [part, path, message] of [
  ['a part that reads the request', '/basket', 'The basket cannot be counted'],
  ['a cached component', '/products/gone', 'The product cannot be read'],
] as const) {
  test(`an error of ${part} is reported once, with the digest that the screen shows`, async ({
    page,
    context,
    ingest,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'count', value: 'many', url: String(baseURL) }]);
    await page.goto(path);
    const { event } = await waitForError(ingest, message);
    await expect(page.locator('.adit-fallback-digest')).toHaveText(String(event.tags?.['digest']));
    await page.waitForTimeout(SETTLES_MS);

    // Next may prefetch the basket from other pages.
    expect(errorMessages(ingest).filter((reported) => reported === message)).toEqual([message]);
  });
}
