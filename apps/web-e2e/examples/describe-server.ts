import { expect } from '@playwright/test';
import { errorMessages, waitForError, waitForEvent } from '../src/support/envelopes.ts';
import { findFreePort } from '../src/support/app-server.ts';
import { describeTunnel, type TunnelExample } from './describe-tunnel.ts';
import { type createServerTest, DSN, FOLDER, SETTLES_MS, type StartExample } from './example-test.ts';
import { startProcess } from './start-process.ts';

/** Returns a function that starts an example whose server Node runs with these arguments. */
export const nodeServer =
  (...command: readonly string[]): StartExample =>
  async (ingest, environment) => {
    const port = String(await findFreePort());
    return startProcess({
      command,
      folder: FOLDER,
      env: {
        PORT: port,
        SENTRY_DSN: DSN,
        SENTRY_ENVIRONMENT: environment,
        SENTRY_RELEASE: 'shop@1.0.0',
        ADIT_INGEST_ORIGIN: ingest.origin,
      },
      origin: `http://localhost:${port}`,
    });
  };

/** Registers the tests of a server that answers errors with documents. They open no browser. */
export function describeServer(test: ReturnType<typeof createServerTest>, tunnel: TunnelExample = {}): void {
  describeTunnel(test, tunnel);

  test('an error of a route is reported once for each visitor, and answered 500 with a document that shows its reference', async ({
    request,
    ingest,
  }) => {
    const visit = () => request.get('/failing-route', { headers: { 'accept-language': 'de' } });
    const answer = await visit();
    const { event } = await waitForError(ingest, 'The route failed');
    const html = await answer.text();
    const next = await (await visit()).text();
    const { event: second } = await waitForEvent(ingest, ({ event_id }) => event_id !== event.event_id);

    expect([answer.status(), answer.headers()['cache-control']]).toEqual([500, 'no-store']);
    expect(html).toMatch(/^<!doctype html>\s*<html[^>]* lang="de"/i);
    expect(html).toContain(event.event_id);
    expect(next).toContain(second.event_id);
    expect(html).not.toContain('The route failed');
    expect(event).toMatchObject({ environment: 'staging', release: 'shop@1.0.0', platform: 'node' });
    await new Promise((resolve) => setTimeout(resolve, SETTLES_MS));
    expect(errorMessages(ingest)).toEqual(['The route failed', 'The route failed']);
  });

  test('a missing page is answered 404 with a document, and is no error', async ({ request, ingest }) => {
    const answer = await request.get('/nowhere');

    expect([answer.status(), answer.headers()['cache-control']]).toEqual([404, 'no-store']);
    expect(await answer.text()).toContain('<title>This page could not be found – Shop</title>');
    expect(errorMessages(ingest)).toEqual([]);
  });
}
