import { request } from 'node:http';
import type { Page } from '@playwright/test';
import { buildEnvelope } from '@adit/testing';
import { expect, test } from './support/test.ts';
import { errorMessages, receivedItems, segmentNames, waitForError } from './support/envelopes.ts';
import type { AppServer } from './support/app-server.ts';
import { DSN } from './support/test.ts';
import { hydrated } from './support/hydrated.ts';
import { startLine } from './support/line.ts';

/** The SDK ends a page's trace after the page has been quiet for a second. */
const NAVIGATION_SETTLES_MS = 2_000;

const CLIENT_ERROR = 'The lab threw this error in an event handler.';

async function throwInLab(page: Page): Promise<void> {
  await page.goto('/lab');
  await hydrated(page);
  await page.getByRole('button', { name: 'Throw an error' }).click();
}

/** Milliseconds until the beacon of a closed tab has met the cut line. */
const BEACON_MS = 1_000;

test('an error of a page that was closed without a network arrives with the next page', async ({
  app,
  baseURL,
  context,
  ingest,
}) => {
  // It resets the ingest.
  expect(baseURL).toBe(app.origin);
  const line = await startLine(app.origin);
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${line.origin}/lab`);
    await hydrated(page);
    return page;
  };
  const lost = await open();
  line.cut();
  await lost.getByRole('button', { name: 'Throw an error' }).click();
  await lost.close({ runBeforeUnload: true });
  await new Promise((resolve) => setTimeout(resolve, BEACON_MS));
  line.mend();
  expect(errorMessages(ingest)).toEqual([]);

  const next = await open();
  const { event } = await waitForError(ingest, CLIENT_ERROR);
  expect(event).toMatchObject({ environment: 'production', request: { url: `${line.origin}/lab` } });
  await expect
    .poll(() => next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('adit-error-'))))
    .toEqual([]);
  await line.close();
});

test.describe('a browser error', () => {
  test('S1 S11 reaches ingest with its stack, byte for byte as the browser sent it', async ({
    page,
    ingest,
    requests,
  }) => {
    await throwInLab(page);
    const { event, request } = await waitForError(ingest, CLIENT_ERROR);

    expect(event.exception?.values?.[0]?.stacktrace?.frames?.length).toBeGreaterThan(0);
    // The browser may report the request after ingest has received it.
    const sent = (): (string | undefined)[] =>
      requests
        .filter(({ url }) => url.pathname === '/monitoring-tunnel')
        .map(({ body }) => body?.toString('base64'));
    await expect.poll(sent).toContain(request.body.toString('base64'));
  });

  test('S8 S9 S10 leaves by POST through the same-origin tunnel, with organization, project and region', async ({
    page,
    ingest,
    requests,
  }) => {
    await throwInLab(page);
    await waitForError(ingest, CLIENT_ERROR);

    // The page reads the server's settings with GET. Its session has no DSN yet: the server adds that of these numbers.
    const isEarly = ({ body }: (typeof requests)[number]) => body?.toString().startsWith('{"dsn":"adit"}');
    const envelopes = () =>
      requests.filter(
        (it) => it.url.pathname === '/monitoring-tunnel' && it.method !== 'GET' && !isEarly(it),
      );
    await expect.poll(() => envelopes().length).toBeGreaterThan(0);
    for (const { method, url } of envelopes())
      expect([method, url.search]).toEqual(['POST', '?o=450&p=4509&r=de']);
    const { origin } = new URL(page.url());
    expect(requests.filter(({ url }) => url.origin !== origin)).toEqual([]);
  });

  test('S11 hears from the tunnel what ingest answered', async ({ page, ingest }) => {
    await page.goto('/lab');
    await hydrated(page);
    // Only envelopes of visitors have an address; the limit is not told for one of the server itself.
    ingest.respondWith(({ headers }) =>
      headers['x-forwarded-for'] === undefined
        ? undefined
        : {
            status: 429,
            headers: { 'retry-after': '1', 'set-cookie': 'a=b' },
            body: '{"detail":"limited"}',
          },
    );
    const answer = page.waitForResponse(
      (response) => response.url().includes('/monitoring-tunnel') && response.status() === 429,
    );
    await page.getByRole('button', { name: 'Throw an error' }).click();
    const response = await answer;

    expect(response.headers()['retry-after']).toBe('1');
    expect(response.headers()['set-cookie']).toBeUndefined();
    expect(await response.text()).toBe('{"detail":"limited"}');
    // The tunnel respects the limit for all visitors.
    await page.waitForTimeout(1_100);
  });

  test('S19 S20 carries the release fixed at build time and the production environment', async ({
    page,
    ingest,
  }) => {
    await throwInLab(page);
    const { event: fromBrowser } = await waitForError(ingest, CLIENT_ERROR);
    await page.goto('/lab/server-error');
    const { event: fromServer } = await waitForError(
      ingest,
      'The lab threw this error in a server component.',
    );

    expect(fromBrowser.release).toMatch(/\S/);
    expect(fromServer.release).toBe(fromBrowser.release);
    expect([fromBrowser.environment, fromServer.environment]).toEqual(['production', 'production']);
  });
});

test('S1 reports errors from the server and the edge runtime to the same ingest', async ({
  page,
  ingest,
}) => {
  await page.goto('/lab/server-error');
  const server = await waitForError(ingest, 'The lab threw this error in a server component.');
  await page.request.get('/lab/edge-error');
  const edge = await waitForError(ingest, 'The lab raised this error in the edge runtime.');

  expect(server.event.contexts?.runtime?.name).toBe('node');
  expect(edge.event.sdk?.packages?.map(({ name }) => name)).toContain('npm:@sentry/vercel-edge');
  expect(edge.event.release).toBe(server.event.release);
  expect(edge.event.environment).toBe('production');
});

test.describe('an envelope that the tunnel forwards', () => {
  const ENVELOPE = buildEnvelope({
    dsn: DSN,
    items: [{ type: 'event', payload: { message: 'by hand' } }],
  });
  /** The trace headers of a browser. */
  const TRACED = { 'sentry-trace': '0123456789abcdef0123456789abcdef-0123456789abcdef-1' };
  const ROUTES = [
    { name: 'before Next', path: '/monitoring-tunnel' },
    // Next resolves this path to that of the route; the interceptor does not resolve it.
    { name: 'by its route', path: '/./monitoring-tunnel' },
  ] as const;

  const post = ({ port }: AppServer, path: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: `${path}?o=450&p=4509&r=de`, method: 'POST' };
      request({ ...options, headers: TRACED, agent: false }, (response) => {
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(ENVELOPE);
    });

  for (const { name, path } of ROUTES) {
    test(`S11 leaves no trace when answered ${name}: no header, no breadcrumb, no span`, async ({
      page,
      app,
      ingest,
    }) => {
      // Next answers pages once it has run `register()`, and accepts requests before that.
      await page.request.get('/');
      await post(app, path);
      const { headers } = await ingest.waitFor(({ body }) => body.equals(ENVELOPE));
      await page.goto('/lab/server-error');
      const { event } = await waitForError(ingest, 'The lab threw this error in a server component.');
      // Control: the next page has sent its trace.
      await expect.poll(() => segmentNames(ingest)).toContain('GET /lab/server-error');

      expect(
        Object.keys(headers).filter((header) => /^(sentry-trace|baggage|traceparent)$/.test(header)),
      ).toEqual([]);
      expect(JSON.stringify(event.breadcrumbs ?? [])).not.toContain('/envelope/');
      const spans = receivedItems(ingest).filter(({ type }) => type === 'span');
      expect(JSON.stringify(spans)).not.toMatch(/monitoring-tunnel|\/envelope\//);
      expect(segmentNames(ingest)).not.toContain('POST 127.0.0.1');
    });
  }
});

test.describe('server and browser', () => {
  /** Warnings of the page, from now on. */
  const watchWarnings = (page: Page): readonly string[] => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    return warnings;
  };

  /** The settings of a server deployed after the page was loaded. */
  const changeSettings = (page: Page, changes: Readonly<Record<string, string>>) =>
    page.route('**/monitoring-tunnel', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...changes } });
    });

  test('S19 differ after a deployment: the page keeps the release of its scripts', async ({
    page,
    ingest,
  }) => {
    const warnings = watchWarnings(page);
    await changeSettings(page, { release: 'adit-web@0.0.9', environment: 'qa' });
    await page.goto('/lab');
    await hydrated(page);
    await page.getByRole('button', { name: 'Throw an error' }).click();
    const { event } = await waitForError(ingest, CLIENT_ERROR);

    expect(event.environment).toBe('qa');
    expect(event.release).toMatch(/\S/);
    expect(event.release).not.toBe('adit-web@0.0.9');
    expect(warnings.filter((text) => text.includes('Monitoring'))).toEqual([]);
  });

  test('may send settings that cannot be used: the page runs without monitoring', async ({
    page,
    ingest,
  }) => {
    await changeSettings(page, { dsn: 'nonsense', environment: 'two words' });
    await page.goto('/lab');
    await hydrated(page);
    await page.getByRole('button', { name: 'Throw an error' }).click();
    await page.waitForTimeout(NAVIGATION_SETTLES_MS);

    await expect(page.getByRole('button', { name: 'Throw an error' })).toBeVisible();
    expect(errorMessages(ingest)).toEqual([]);
  });
});

test.describe('noise', () => {
  const cases = [
    { id: 'S15', fault: 'cross-origin-script', rule: 'cross-origin-script-error' },
    { id: 'S16', fault: 'resize-observer', rule: 'resize-observer-loop' },
  ];
  for (const { id, fault, rule } of cases) {
    test(`${id} ${rule} is dropped in the browser, and the lab says so`, async ({ page, ingest }) => {
      await page.goto('/lab');
      await hydrated(page);
      await page.locator(`#${fault}`).getByRole('button').click();
      await expect(page.locator(`#${fault} .verdict`).first()).toContainText(`Dropped by ${rule}`);
      // Control: a later error arrives, so the noise would have arrived before it.
      await page.getByRole('button', { name: 'Throw an error' }).click();
      await waitForError(ingest, CLIENT_ERROR);

      expect(errorMessages(ingest).filter((text) => /Script error|ResizeObserver/.test(text))).toEqual([]);
    });
  }

  test('other noise, and secrets, leave the browser and end at the tunnel', async ({
    page,
    ingest,
    requests,
  }) => {
    const [noise, leak] = ['Extension context invalidated.', 'No answer from /reset?token=aB3dE5fG7hJ9'];
    await page.goto('/lab');
    await hydrated(page);
    await page.evaluate(
      (messages) => {
        for (const message of messages)
          setTimeout(() => {
            throw new Error(message);
          });
      },
      [noise, leak],
    );
    await waitForError(ingest, 'No answer from /reset?token=[Filtered]');
    // Control: the browser has sent both, as they were.
    const sent = (): string => requests.map(({ body }) => body?.toString() ?? '').join();
    await expect.poll(sent).toContain(noise);
    expect(sent()).toContain(leak);

    expect(errorMessages(ingest)).toEqual(['No answer from /reset?token=[Filtered]']);
    for (const { body } of ingest.received) expect(body.toString()).not.toContain('aB3dE5fG7hJ9');
  });

  test('S17 page transactions of 404 pages are dropped, those of other pages are sent', async ({
    page,
    ingest,
  }) => {
    await page.goto('/lab/nowhere');
    await page.waitForTimeout(NAVIGATION_SETTLES_MS);
    await page.goto('/lab/arrived');
    await page.waitForTimeout(NAVIGATION_SETTLES_MS);
    await page.goto('/');
    // Control: the next page has sent its trace, in the browser and on the server.
    await expect
      .poll(() => segmentNames(ingest))
      .toEqual(expect.arrayContaining(['/lab/arrived', 'GET /lab/arrived']));

    const notFound = segmentNames(ingest).filter((name) => /nowhere|not-found|404/.test(name));
    expect(notFound).toEqual([]);
  });

  test('S18 framework redirects are not reported', async ({ page, ingest }) => {
    await page.goto('/lab');
    await hydrated(page);
    await page.locator('#redirect-push').getByRole('button').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Redirected by push');
    await throwInLab(page);
    await waitForError(ingest, CLIENT_ERROR);

    expect(errorMessages(ingest).filter((text) => text.includes('NEXT_REDIRECT'))).toEqual([]);
  });
});
