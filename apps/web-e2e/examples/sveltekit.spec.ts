import { expect } from '@playwright/test';
import { describeServer, nodeServer } from './describe-server.ts';
import { createExampleTest, reportOnce } from './example-test.ts';

const test = createExampleTest(nodeServer('build/index.js'));

describeServer(test, { servesSettings: true });

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
