/** @jest-environment node */
import type { ServerState } from '@adit/operations';
import type * as PolicyOfTunnels from '@adit/policy/tunnel';
import type { Tunnel } from '@adit/tunnel';
import { createMemorySpool } from '@adit/spool/memory';
import { buildEnvelope, createScriptedIngest, until, type ScriptedIngest } from '@adit/testing';
import type { AditOptions } from '../options.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const TOKEN = 'read-read-read-read';
const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const ORIGINAL = process.env;
const PAGE = 'http://shop.example/operations';
const PRODUCTION = { SENTRY_DSN: DSN, NODE_ENV: 'production' };

let ingest: ScriptedIngest;
const options: AditOptions = {};
const opened: { close: () => void }[] = [];

// A document that is followed is read until its watch is closed.
jest.mock('@adit/policy/tunnel', () => {
  const actual = jest.requireActual<typeof PolicyOfTunnels>('@adit/policy/tunnel');
  const followPolicy: typeof actual.followPolicy = (settings) => {
    const followed = actual.followPolicy(settings);
    opened.push(followed.watch);
    return followed;
  };
  return { ...actual, followPolicy };
});
jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));

/** Loads the route as a process with these variables does, and records its log. */
async function load(variables: Readonly<Record<string, string>>, given: AditOptions = {}) {
  jest.resetModules();
  for (const name of ['tunnel', 'operations', 'warned'])
    Reflect.deleteProperty(globalThis, Symbol.for(`@adit/next:${name}`));
  for (const name of Object.keys(options)) Reflect.deleteProperty(options, name);
  Object.assign(options, given);
  process.env = { ADIT_INGEST_ORIGIN: ingest.origin, NODE_ENV: 'development', ...variables };
  const error = jest.spyOn(console, 'error').mockReturnValue();
  const { GET, POST } = await import('./operations-route.ts');
  const { tunnel } = await import('./tunnel.ts');
  const { findOperations } = await import('./operations.ts');
  const operations = findOperations();
  if (operations) opened.push(operations);
  const lines = error.mock.calls.map(([line]) => String(line));
  error.mockRestore();
  const ask = (path?: string[], { query = '', ...init }: RequestInit & { query?: string } = {}) =>
    (init.method === 'POST' ? POST : GET)(new Request([PAGE, ...(path ?? [])].join('/') + query, init), {
      params: Promise.resolve({ path }),
    });
  return { ask, tunnel, lines };
}

/** Sends the event through the tunnel. */
const send = (tunnel: Tunnel): Promise<Response> =>
  tunnel.fetch(
    new Request('http://shop.example/monitoring-tunnel?o=450&p=4509', {
      method: 'POST',
      body: buildEnvelope({
        dsn: DSN,
        header: { event_id: EVENT_ID },
        items: [{ type: 'event', payload: {} }],
      }),
    }),
  );

beforeAll(async () => {
  ingest = await createScriptedIngest();
});
afterEach(() => {
  ingest.reset();
  process.env = ORIGINAL;
  for (const operations of opened.splice(0)) operations.close();
});
afterAll(() => ingest.close());

it('shows the rules of the tunnel, and the document of ADIT_POLICY if there is one', async () => {
  const { ask, tunnel } = await load({ SENTRY_DSN: DSN });
  expect((await send(tunnel)).status).toBe(200);
  const page = await until(async () => {
    const text = await (await ask(undefined)).text();
    return text.includes('Built-in rules') && text;
  });
  expect(page).toContain('Errors that came most often');

  const followed = await load({ SENTRY_DSN: DSN, ADIT_POLICY: '/nowhere/policy.json' });
  const state = await until(async () => {
    const { policy } = (await (await followed.ask(['state'])).json()) as ServerState;
    return policy?.document?.status === 'missing' && policy;
  });
  expect(state).toMatchObject({
    document: { versions: [], problem: 'there is no document' },
    hasBudgets: false,
  });

  const off = await load({ SENTRY_DSN: DSN }, { tunnel: { policy: false } });
  expect(await (await off.ask(['state'])).json()).toMatchObject({ policy: null });
});

it('is open in development: an envelope of the tunnel is counted, and found by its event id', async () => {
  const tell = jest.fn();
  const { ask, tunnel } = await load(
    { SENTRY_DSN: DSN, PORT: '3000', ADIT_ADMIN_TOKEN: TOKEN },
    { tunnel: { tell } },
  );
  expect((await send(tunnel)).status).toBe(200);
  // The application is notified too.
  expect(tell).toHaveBeenCalledTimes(1);

  const page = await (await ask(undefined)).text();
  expect(page).toContain('Where did it go?');
  const found = await (await ask(undefined, { query: `?event=${EVENT_ID}` })).text();
  expect(found).toContain('Forwarded. Ingest answered 200.');
  expect(await (await ask(['state'])).json()).toMatchObject({
    counts: { requests: { forwarded: 1 } },
    server: { port: 3000, settings: { dsns: 'SENTRY_DSN' } },
  });
  expect((await ask(['other'])).status).toBe(404);
});

it('finds what was stored and dropped, and tells the application', async () => {
  const told: string[] = [];
  const { ask, tunnel } = await load(
    { SENTRY_DSN: DSN },
    { tunnel: { spool: createMemorySpool(), tell: ({ kind }: { kind: string }) => void told.push(kind) } },
  );
  ingest.respondWith({ status: 503 });
  await send(tunnel);
  tunnel.delivery.drop({ itemTypes: ['event'] });
  await until(() => told.includes('given-up'));
  const page = await (await ask(undefined, { query: `?event=${EVENT_ID}` })).text();
  expect(page).toContain('Stored: unavailable.');
  expect(page).toContain('Dropped from the spool');
});

it('warns once that the spool fails, though the page and the application are told too', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  const told: string[] = [];
  const spool = { ...createMemorySpool(), append: () => Promise.reject(new Error('disk full')) };
  const tell = ({ kind }: { kind: string }) => void told.push(kind);
  const { tunnel } = await load({ SENTRY_DSN: DSN }, { tunnel: { spool, tell } });
  ingest.respondWith({ status: 503 });
  expect((await send(tunnel)).status).toBe(503);
  expect(told).toEqual(['fault', 'refused']);
  const lines = warn.mock.calls.map(([line]) => String(line));
  expect(lines.filter((line) => line.includes('disk full'))).toEqual([
    '@adit/tunnel: spool failed (disk full)',
  ]);
  warn.mockRestore();
});

it('is one for all bundles of a process', async () => {
  const { ask } = await load({ SENTRY_DSN: DSN });
  const before = (await (await ask(['state'])).json()) as { server: { startedAt: number } };
  jest.resetModules();
  const { GET } = await import('./operations-route.ts');
  const response = await GET(new Request(`${PAGE}/state`), { params: Promise.resolve({ path: ['state'] }) });
  const after = (await response.json()) as typeof before;
  expect(after.server.startedAt).toBe(before.server.startedAt);
});

it.each<[string, Record<string, string>, AditOptions]>([
  ['in production without a token', PRODUCTION, {}],
  ['in production with a blank one', { ...PRODUCTION, ADIT_ADMIN_TOKEN: ' ' }, {}],
  ['without a DSN', {}, {}],
  ['where the tunnel is off', { SENTRY_DSN: 'https://key@host:99999/1' }, {}],
])('is not served %s', async (_case, variables, given) => {
  const { ask } = await load(variables, given);
  for (const path of [undefined, ['state'], ['events']]) expect((await ask(path)).status).toBe(404);
  const body = new URLSearchParams({ token: TOKEN });
  expect((await ask(undefined, { method: 'POST', body })).status).toBe(404);
});

it('is not served in production with a token that can be guessed, and says so in one line', async () => {
  const { ask, lines } = await load({ ...PRODUCTION, ADIT_ADMIN_TOKEN: 'hunter2' });
  expect((await ask(undefined)).status).toBe(404);
  expect(lines).toEqual([
    'Adit: ADIT_ADMIN_TOKEN is not valid; accepted: 16 characters or more, without spaces. The operations page is off.',
  ]);
});

it('asks for the token in production', async () => {
  const { ask } = await load({ ...PRODUCTION, ADIT_ADMIN_TOKEN: TOKEN });
  expect((await ask(undefined)).status).toBe(401);
  expect((await ask(['state'])).status).toBe(401);
  const wrong = await ask(undefined, { method: 'POST', body: new URLSearchParams({ token: 'wrong' }) });
  expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('not valid')]);
  const right = await ask(undefined, { method: 'POST', body: new URLSearchParams({ token: TOKEN }) });
  const cookie = right.headers.get('set-cookie')?.replace(/;.*/, '') ?? '';
  expect((await ask(['state'], { headers: { cookie } })).status).toBe(200);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'ends the events at %s if the server handles it, which waits for open connections',
  async (signal) => {
    const others = process.listeners(signal);
    const server = jest.fn();
    process.removeAllListeners(signal);
    try {
      await load({ SENTRY_DSN: DSN });
      expect(process.listenerCount(signal)).toBe(0);

      process.on(signal, server);
      const { ask } = await load({ SENTRY_DSN: DSN });
      const reader = (await ask(['events'])).body!.getReader();
      process.emit(signal);
      while (!(await reader.read()).done);
      expect(server).toHaveBeenCalledTimes(1);
      expect((await ask(['events'])).status).toBe(503);
    } finally {
      process.removeAllListeners(signal);
      for (const other of others) process.on(signal, other as () => void);
    }
  },
);
