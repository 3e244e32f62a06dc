import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { createTunnel, type Tunnel } from '../index.ts';
import { EARLY_STARTS } from './complete-early-envelope.ts';
import { serveSettings } from './settings.ts';

const [EARLY_START] = EARLY_STARTS as [string];
const ORIGIN = 'https://shop.example';
let ingest: ScriptedIngest;
let tunnel: Tunnel;

beforeEach(async () => {
  ingest = await createScriptedIngest();
  tunnel = createTunnel({ allowedDsns: [ingest.dsn()], ingestOrigin: ingest.origin });
});

afterEach(async () => {
  await tunnel.close();
  await ingest.close();
});

const withSettings = (environment = 'staging'): Tunnel =>
  serveSettings(tunnel, JSON.stringify({ dsn: ingest.dsn(), environment }));
const ask = (front: Tunnel, init: RequestInit = {}, path = front.path): Promise<Response> =>
  front.fetch(new Request(`${ORIGIN}${path}`, init));

it('answers a GET of the path with the settings, which no cache may keep without asking', async () => {
  const response = await ask(withSettings());

  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
  });
  expect(await response.json()).toEqual({ dsn: ingest.dsn(), environment: 'staging' });
});

it('answers 304 to a browser that has the settings, and 200 after they have changed', async () => {
  const etag = String((await ask(withSettings())).headers.get('etag'));
  const again = (known: string, front = withSettings()): Promise<Response> =>
    ask(front, { headers: { 'if-none-match': known } });

  for (const known of [etag, `"other", W/${etag}`]) {
    const response = await again(known);
    expect([response.status, response.body]).toEqual([304, null]);
  }
  expect((await again('"other"')).status).toBe(200);
  expect((await again(etag, withSettings('production'))).status).toBe(200);
});

it('lets pages of allowed origins read the settings, and of no other', async () => {
  const others = createTunnel({ allowedDsns: [ingest.dsn()], allowedOrigins: ['https://pages.example'] });
  const front = serveSettings(others, JSON.stringify({ dsn: ingest.dsn() }));
  const allowed = async (at: Tunnel, fields: Readonly<Record<string, string>>) => {
    const { headers } = await ask(at, { headers: { 'sec-fetch-site': 'cross-site', ...fields } });
    return [headers.get('access-control-allow-origin'), headers.get('vary')];
  };
  const etag = String((await ask(front)).headers.get('etag'));

  const asked: readonly Readonly<Record<string, string>>[] = [{}, { 'if-none-match': etag }];
  for (const fields of asked)
    expect(await allowed(front, { origin: 'https://pages.example', ...fields })).toEqual([
      'https://pages.example',
      'origin',
    ]);
  expect(await allowed(front, { origin: 'https://evil.example' })).toEqual([null, null]);
  expect(await allowed(withSettings(), { origin: 'https://pages.example' })).toEqual([null, null]);
  await others.close();
});

it('leaves other paths and methods to the tunnel', async () => {
  expect((await ask(withSettings(), {}, '/other')).status).toBe(404);
  expect((await ask(withSettings(), { method: 'DELETE' })).status).toBe(405);
});

it('completes an envelope without a DSN, and passes others on as they are', async () => {
  const early = `${EARLY_START}"message":"early"}`;
  const envelope = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] });
  for (const body of [early, envelope])
    expect((await ask(withSettings(), { method: 'POST', body })).status).toBe(200);

  expect(ingest.received.map(({ body }) => body.toString())).toEqual([
    `{"dsn":"${ingest.dsn()}"}\n{"type":"event"}\n{"environment":"staging","message":"early"}`,
    Buffer.from(envelope).toString(),
  ]);
});

const shareOf = async (front: Tunnel, body: string, query = '') =>
  (await ask(front, { method: 'POST', body }, `${front.path}${query}`)).headers.get('adit-sdk-share');

it.each([
  [{}, '2'],
  [{ tracesSampleRate: 0 }, '0'],
  [{ tracesSampleRate: 0.1 }, '0.1'],
  [{ tracesSampleRate: 0.1, replaysSessionSampleRate: 0.25 }, '0.25'],
  [{ tracesSampleRate: 0.1, replaysOnErrorSampleRate: 0.01 }, '2'],
  [{ tracesSampleRate: 0.1, dsn: undefined }, '0'],
])(
  'with %j, the answer to an early envelope says that this share of visits needs an SDK: %s',
  async (rates, share) => {
    const front = serveSettings(tunnel, JSON.stringify({ dsn: ingest.dsn(), ...rates }));
    expect(await shareOf(front, `${EARLY_START}"message":"early"}`)).toBe(share);
    expect(await shareOf(front, 'not an envelope')).toBe(share);
  },
);

it('says it neither to an SDK nor on another path', async () => {
  const body = Buffer.from(buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] }));
  expect(await shareOf(withSettings(), body.toString(), '?o=1&p=2')).toBeNull();
  const other = await ask(withSettings(), { method: 'POST', body }, '/other');
  expect(other.headers.get('adit-sdk-share')).toBeNull();
});

it('lets a page of an allowed origin read the share', async () => {
  const others = createTunnel({
    allowedDsns: [ingest.dsn()],
    ingestOrigin: ingest.origin,
    allowedOrigins: ['https://pages.example'],
  });
  const front = serveSettings(others, JSON.stringify({ dsn: ingest.dsn(), tracesSampleRate: 1 }));
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://pages.example' };
  const answer = await ask(front, { method: 'POST', body: `${EARLY_START}"message":"early"}`, headers });
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/, adit-sdk-share$/);
  await others.close();
});

it('leaves the API door to the tunnel, whose SDKs have settings of their own', async () => {
  const front = serveSettings(
    createTunnel({ allowedDsns: [ingest.dsn()], ingestOrigin: ingest.origin, apiPath: '/' }),
    JSON.stringify({ dsn: ingest.dsn() }),
  );
  const early = `${EARLY_START}"message":"x"}`;
  const send = (path: string): Promise<Response> => ask(front, { method: 'POST', body: early }, path);
  expect((await send('/api/42/envelope/')).status).toBe(403);
  expect((await send(front.path)).status).toBe(200);
  expect((await ask(front, {}, '/api/42/envelope/')).status).toBe(405);
  const body = buildEnvelope({ dsn: ingest.dsn(), items: [] });
  expect((await ask(front, { method: 'POST', body }, '/api/42/envelope/')).status).toBe(200);
  await front.close();
});
