import { request, type IncomingMessage } from 'node:http';
import { buildEnvelope, type ScriptedIngest } from '@adit/testing';
import { startApp, type AppServer } from './support/app-server.ts';
import { DSN, expect, test } from './support/test.ts';

const PATH = '/monitoring-tunnel';

/** Next resolves this path to that of the route; the interceptor does not resolve it. */
const PATH_OF_THE_ROUTE = `/.${PATH}`;

const ENVELOPE = buildEnvelope({ dsn: DSN, items: [{ type: 'event', payload: { message: 'by hand' } }] });

/** Sends a request with an unchanged path. */
const send = (
  { port }: AppServer,
  path: string,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const client = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      response.resume().on('end', () => {
        resolve(response);
      });
    });
    client.on('error', reject);
    client.end(method === 'POST' ? ENVELOPE : undefined);
  });

/** Next answers pages once it has run `register()`, and accepts requests before that. */
const untilRegistered = async (app: AppServer): Promise<unknown> => send(app, '/', { method: 'GET' });

/** The visitor's address that ingest received with the envelope sent by hand. */
async function visitorTold(ingest: ScriptedIngest): Promise<unknown> {
  const { headers } = await ingest.waitFor(({ body }) => body.equals(ENVELOPE));
  return headers['x-forwarded-for'];
}

test.describe('under next start', () => {
  test.beforeEach(async ({ app, ingest }) => {
    await untilRegistered(app);
    ingest.reset();
  });

  const claim = { headers: { 'x-forwarded-for': '192.0.2.66' } };

  test('S11 an envelope is answered before Next sees it, and its visitor is known without a proxy', async ({
    app,
    ingest,
  }) => {
    const response = await send(app, `${PATH}?o=450&p=4509&r=de`, claim);

    expect(response.statusCode).toBe(200);
    // Next's router sets this on all of its answers.
    expect(response.headers.vary).toBeUndefined();
    expect(await visitorTold(ingest)).toBe('127.0.0.1');
  });

  test('S11 the route, too, answers, but neither before Next nor knowing the visitor (control)', async ({
    app,
    ingest,
  }) => {
    const response = await send(app, PATH_OF_THE_ROUTE, claim);

    expect(response.statusCode).toBe(200);
    expect(response.headers.vary).toContain('rsc');
    expect(await visitorTold(ingest)).toBe('0.0.0.0');
  });

  test('S8 envelopes are taken by POST only, with and without a trailing slash; GET answers the settings', async ({
    app,
  }) => {
    for (const path of [PATH, `${PATH}/`]) {
      const { statusCode, headers } = await send(app, path, { method: 'PUT' });
      expect([statusCode, headers.allow]).toEqual([405, 'POST']);
      const settings = await send(app, path, { method: 'GET' });
      expect([settings.statusCode, settings.headers['content-type']]).toEqual([200, 'application/json']);
    }
  });

  test('pages, payloads of the router and unknown paths are answered by Next', async ({ app }) => {
    const page = await send(app, '/', { method: 'GET' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);

    // Next sends a payload request to the URL under which it is cached.
    const asPayload = { method: 'GET', headers: { rsc: '1' } };
    const { headers } = await send(app, '/lab', asPayload);
    const payload = await send(app, headers.location ?? '', asPayload);
    expect([payload.statusCode, payload.headers['content-type']]).toEqual([200, 'text/x-component']);

    const below = await send(app, `${PATH}/below`, { method: 'GET' });
    expect([below.statusCode, below.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

test('S11 behind a trusted proxy the interceptor and the route take the visitor that the proxy names', async ({
  ingest,
}) => {
  const app = await startApp({
    SENTRY_DSN: DSN,
    ADIT_INGEST_ORIGIN: ingest.origin,
    ADIT_TRUSTED_PROXIES: '127.0.0.0/8',
  });
  try {
    await untilRegistered(app);
    for (const path of [PATH, PATH_OF_THE_ROUTE]) {
      ingest.reset();
      await send(app, path, { headers: { 'x-forwarded-for': '192.0.2.66, 198.51.100.7' } });

      expect(await visitorTold(ingest), path).toBe('198.51.100.7');
    }
  } finally {
    await app.stop();
  }
});
