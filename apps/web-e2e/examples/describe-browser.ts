import { expect } from '@playwright/test';
import { reportOnce, type createExampleTest } from './example-test.ts';

/** Tests for a site without React, whose start page has a button that throws. */
export function describeBrowser(test: ReturnType<typeof createExampleTest>): void {
  test('an error of the browser reaches ingest once, through the site itself', async ({
    page,
    ingest,
    requests,
  }) => {
    const event = await reportOnce(page, ingest);

    expect(event).toMatchObject({
      environment: 'staging',
      release: 'shop@1.0.0',
      platform: 'javascript',
    });
    const { origin } = new URL(page.url());
    expect(requests.filter(({ url }) => url.origin !== origin)).toEqual([]);
  });
}
