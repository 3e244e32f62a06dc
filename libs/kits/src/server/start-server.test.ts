/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import type { StartServerOptions } from './start-server.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const ORIGINAL = process.env;
const init = jest.fn<undefined, [object]>();
const captureException = jest.fn<string, [unknown]>();
jest.mock('@sentry/node', () => ({
  ...jest.requireActual<object>('@sentry/node'),
  init,
  captureException,
  lastEventId: () => 'newest',
}));

let lines: string[];
let undo: (() => void)[];
const interceptHttpServers = jest.fn();
jest.mock('@adit/tunnel/node', () => {
  const actual = jest.requireActual<{ interceptHttpServers: (tunnel: object) => () => void }>(
    '@adit/tunnel/node',
  );
  return {
    ...actual,
    interceptHttpServers: (tunnel: object) => {
      interceptHttpServers();
      undo.push(actual.interceptHttpServers(tunnel));
    },
  };
});

let ingest: ScriptedIngest;
beforeAll(async () => void (ingest = await createScriptedIngest()));
afterAll(() => ingest.close());
beforeEach(() => {
  lines = [];
  undo = [];
  jest.clearAllMocks();
  jest.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  let reports = 0;
  captureException.mockImplementation(() => `report ${(reports += 1)}`);
});
afterEach(() => {
  process.env = ORIGINAL;
  for (const stop of undo) stop();
  for (const name of ['server', 'said']) Reflect.deleteProperty(globalThis, Symbol.for(`@adit/kits:${name}`));
});

async function start(variables: Readonly<Record<string, string>>, options?: StartServerOptions) {
  jest.resetModules();
  process.env = { SENTRY_RELEASE: 'shop@1', ...variables };
  const { startServer } = await import('./index.ts');
  return { kit: startServer(options), startServer };
}

it('starts the SDK with the settings of the variables and the options, once in a process', async () => {
  const variables = { SENTRY_DSN: DSN, SENTRY_ENVIRONMENT: 'staging' };
  const { kit, startServer } = await start(variables, { monitoring: { release: 'shop@2' } });
  expect(startServer({ siteName: 'Other' })).toBe(kit);
  expect(init.mock.calls).toEqual([
    [expect.objectContaining({ dsn: DSN, environment: 'staging', release: 'shop@2' })],
  ]);
  expect(interceptHttpServers).toHaveBeenCalledTimes(1);
  expect(lines).toEqual([]);
});

it.each([
  [{}, 'development'],
  [{ SENTRY_ENVIRONMENT: 'staging' }, 'staging'],
])('in the development server of Vite, has an environment of its own: %j', async (variables, environment) => {
  Object.assign(globalThis, { __ADIT_IS_DEVELOPMENT__: true });
  const { kit } = await start({ SENTRY_DSN: DSN, ...variables });
  Reflect.deleteProperty(globalThis, '__ADIT_IS_DEVELOPMENT__');
  expect(kit.monitoring.environment).toBe(environment);
});

it('reports an object once, and each primitive, and returns the references', async () => {
  const { kit } = await start({ SENTRY_DSN: DSN });
  const error = new Error('x');
  expect([
    kit.captureError(error),
    kit.captureError(error),
    kit.captureError('a'),
    kit.captureError('a'),
  ]).toEqual([...['report 1', 'report 1'], ...['report 2', 'report 3']]);
  expect(kit.lastReference()).toBe('newest');
});

it('answers statuses that have a page with a document, and no others', async () => {
  const { kit } = await start({ SENTRY_DSN: DSN }, { siteName: 'Shop' });
  const request = new Request('https://shop.example/');
  const answer = kit.faultResponse(500, request, 'abc-1');
  expect([answer?.status, answer?.headers.get('cache-control')]).toEqual([500, 'no-store']);
  expect(await answer?.text()).toMatch(/<title>[^<]* – Shop<\/title>.*>Reference: <bdi[^>]*>abc-1</s);
  const replaced = new Headers([
    ['set-cookie', 'session=1'],
    ['set-cookie', 'seen=2'],
    ['etag', '"page"'],
  ]);
  const { headers } = kit.faultResponse(404, request, undefined, replaced)!;
  expect([headers.getSetCookie(), headers.get('etag')]).toEqual([['session=1', 'seen=2'], null]);
  expect([kit.faultResponse(418, request), kit.faultResponse(200, request)]).toEqual([undefined, undefined]);
});

it('without a DSN, says once that monitoring is off, reports nothing, and still has documents', async () => {
  const { kit } = await start({});
  expect(lines).toEqual(['Adit: SENTRY_DSN is not set. Monitoring is off.']);
  expect([kit.captureError(new Error('x')), kit.lastReference()]).toEqual([undefined, undefined]);
  expect(captureException).not.toHaveBeenCalled();
  expect(kit.faultResponse(404, new Request('https://shop.example/'))?.status).toBe(404);
});

it('without a release, says once how to get one, and reports', async () => {
  const { kit, startServer } = await start({ SENTRY_DSN: DSN, SENTRY_RELEASE: '' });
  startServer();
  expect(lines).toEqual([expect.stringMatching(/^Adit: No release was found\. .*SENTRY_RELEASE/)]);
  expect(kit.captureError(new Error('x'))).toBe('report 1');
});

it('with a wrong option, runs without monitoring and says so', async () => {
  const { kit } = await start({ SENTRY_DSN: DSN }, { monitoring: { sampleRate: 7 } });
  expect(kit.monitoring.dsn).toBeUndefined();
  expect(lines).toEqual([expect.stringMatching(/^Adit: .*sampleRate.* Monitoring is off\.$/)]);
});

it('runs without the SDK if an integration throws, and says so', async () => {
  init.mockImplementationOnce(() => {
    throw new Error('no such option');
  });
  const { kit } = await start({ SENTRY_DSN: DSN });
  expect(kit.faultResponse(404, new Request('https://shop.example/'))?.status).toBe(404);
  expect(lines).toEqual(['Adit: no such option. Errors of this server are not reported.']);
});

it('with a wrong variable, uses its default and says so', async () => {
  const { kit } = await start({ SENTRY_DSN: DSN, SENTRY_TRACES_SAMPLE_RATE: 'many' });
  expect(kit.monitoring.dsn).toBe(DSN);
  expect(lines[0]).toMatch(/^Adit: .*SENTRY_TRACES_SAMPLE_RATE.* The rate is /);
});

it.each([
  ['SENTRY_RELEASE', 'shop/1', /^Adit: SENTRY_RELEASE is "shop\/1"; .* Events have no release\.$/],
  ['SENTRY_DSN', 'todo', /^Adit: SENTRY_DSN is "todo"; .* Monitoring is off\.$/],
  ['ADIT_INGEST_ORIGIN', 'relay', /^Adit: ADIT_INGEST_ORIGIN is "relay"; .* Monitoring is off\.$/],
])('with %s=%s, writes one line', async (name, value, line) => {
  await start({ SENTRY_DSN: DSN, [name]: value });
  expect(lines).toEqual([expect.stringMatching(line)]);
});

/** Sends requests to a server of an application that knows no path. */
async function serve() {
  const server = createServer((_request, response) => void response.writeHead(418).end());
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://localhost:${port}/monitoring-tunnel`;
  return {
    get: () => fetch(address, { headers: { connection: 'close' } }),
    post: (body: Uint8Array) =>
      fetch(address, { method: 'POST', headers: { connection: 'close' }, body: Buffer.from(body) }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('answers the tunnel path of every HTTP server with the settings, and forwards envelopes', async () => {
  const site = await serve();
  // Control: the application has no such path.
  expect((await site.get()).status).toBe(418);
  const { kit } = await start({
    SENTRY_DSN: DSN,
    SENTRY_ENVIRONMENT: 'staging',
    ADIT_INGEST_ORIGIN: ingest.origin,
  });
  expect(await (await site.get()).json()).toMatchObject({ dsn: DSN, environment: 'staging' });
  const { status } = await site.post(buildEnvelope({ dsn: DSN, items: [{ type: 'event', payload: {} }] }));
  expect([status, ingest.received.at(-1)?.url]).toEqual([200, '/api/4509/envelope/']);
  await kit.tunnel.close();
  await site.stop();
});

it('without a DSN, tells pages so, and takes no envelope', async () => {
  const site = await serve();
  await start({ SENTRY_ENVIRONMENT: 'staging' });
  expect(await (await site.get()).json()).toMatchObject({ environment: 'staging' });
  expect((await site.post(buildEnvelope({ dsn: DSN, items: [] }))).status).toBe(404);
  await site.stop();
});

it.each([
  ['10.0.0.0/8, everyone', 'Trusted are 10.0.0.0/8.'],
  ['everyone', 'No proxy is trusted.'],
])('leaves out what is no address of ADIT_TRUSTED_PROXIES: %s', async (ADIT_TRUSTED_PROXIES, said) => {
  await start({ SENTRY_DSN: DSN, ADIT_TRUSTED_PROXIES });
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^Adit: ADIT_TRUSTED_PROXIES is .* ${said}$`))]);
});

it('says once that the memory is full while ingest is away', async () => {
  const tells: ((fact: object) => void)[] = [];
  jest.doMock('@adit/tunnel', () => ({
    ...jest.requireActual<object>('@adit/tunnel'),
    createTunnel: ({ tell }: { tell: (fact: object) => void }) => (tells.push(tell), { handle: jest.fn() }),
    warnOfFault: () => void lines.push('fault'),
  }));
  await start({ SENTRY_DSN: DSN });
  for (const loss of ['spool-full', 'spool-full', undefined]) tells[0]?.({ kind: 'refused', loss });
  tells[0]?.({ kind: 'fault' });
  jest.dontMock('@adit/tunnel');
  expect(lines).toEqual([expect.stringContaining('cannot store an envelope (spool-full)'), 'fault']);
});

it('if the tunnel cannot be created, the site runs without it', async () => {
  jest.doMock('@adit/tunnel', () => ({
    ...jest.requireActual<object>('@adit/tunnel'),
    createTunnel: () => {
      throw new Error('no memory');
    },
  }));
  const { kit } = await start({ SENTRY_DSN: DSN });
  jest.dontMock('@adit/tunnel');
  expect([kit.tunnel.path, lines]).toEqual(['/monitoring-tunnel', ['Adit: no memory. The tunnel is off.']]);
});
