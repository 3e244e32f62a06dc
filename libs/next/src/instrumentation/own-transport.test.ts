/** @jest-environment node */
import type * as Sentry from '@sentry/node';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { createTunnel, type Tunnel } from '@adit/tunnel';

jest.mock('@sentry/nextjs', () => {
  const { createTransport, makeNodeTransport, suppressTracing } =
    jest.requireActual<typeof Sentry>('@sentry/node');
  return { createTransport, makeNodeTransport, suppressTracing, getClient: jest.fn() };
});

const KEY = Symbol.for('@adit/next:tunnel');
const ORIGINAL = process.env;
const shared = globalThis as { [key: symbol]: unknown };
let ingest: ScriptedIngest;

beforeAll(async () => {
  ingest = await createScriptedIngest();
});
beforeEach(() => {
  ingest.reset();
  jest.resetModules();
  for (const name of ['warned', 'tunnel'])
    Reflect.deleteProperty(globalThis, Symbol.for(`@adit/next:${name}`));
});
afterEach(() => {
  process.env = ORIGINAL;
  process.removeAllListeners('uncaughtExceptionMonitor');
});
afterAll(() => ingest.close());

/** The transport, as the SDK creates it, and a function that sends an event. */
async function start() {
  const { ownTransport, noteTunnelReady } = await import('./own-transport.ts');
  const { username } = new URL(ingest.dsn());
  const transport = ownTransport({
    url: `${ingest.origin}/api/42/envelope/?sentry_version=7&sentry_key=${username}`,
    recordDroppedEvent: () => undefined,
  });
  const send = (message: string) => transport.send([{}, [[{ type: 'event' }, { message }]]] as never);
  return { transport, send, noteTunnelReady };
}

const startTunnel = (options: Partial<Parameters<typeof createTunnel>[0]> = {}): Tunnel => {
  const tunnel = createTunnel({ allowedDsns: [ingest.dsn()], tell: () => undefined, ...options });
  shared[KEY] = tunnel;
  return tunnel;
};

describe('the transport of the server’s SDK', () => {
  it('keeps events until the tunnel is started, then hands them to it', async () => {
    const { transport, send, noteTunnelReady } = await start();
    const sent = send('early');
    expect(await transport.flush(20)).toBe(false);
    const tunnel = startTunnel();
    noteTunnelReady();
    await sent;
    await send('later');

    expect(tunnel.stats().forwarded).toBe(2);
    expect(Object.keys(tunnel.stats().requests)).toEqual(['POST process 200']);
    expect(ingest.received).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ['is none', undefined],
    ['is off', { path: '/monitoring-tunnel', handle: jest.fn() }],
  ])('sends to ingest itself if the tunnel %s', async (_what, tunnel) => {
    shared[KEY] = tunnel;
    const { send, noteTunnelReady } = await start();
    noteTunnelReady();
    await send('direct');

    expect(ingest.received[0]?.url).toContain('sentry_key=');
  });

  it('writes one line to the log if neither the tunnel nor the SDK itself can send', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const origin = 'http://127.0.0.1:1';
    startTunnel({ ingestOrigin: origin });
    const { noteTunnelReady } = await start();
    noteTunnelReady();
    const { ownTransport } = await import('./own-transport.ts');
    const transport = ownTransport({
      url: `${origin}/api/42/envelope/?sentry_key=${new URL(ingest.dsn()).username}`,
      recordDroppedEvent: () => undefined,
    });
    for (let count = 0; count < 3; count += 1)
      await transport.send([{}, [[{ type: 'event' }, { message: 'lost' }]]] as never);

    expect(error.mock.calls).toEqual([[expect.stringMatching(/^Adit: this server cannot reach ingest: /)]]);
    error.mockRestore();
  });
});

describe('isOwnTunnelUsed', () => {
  it.each<[boolean, Record<string, string>]>([
    [true, { NEXT_RUNTIME: 'nodejs' }],
    [false, { NEXT_RUNTIME: 'edge' }],
    [false, {}],
    [false, { NEXT_RUNTIME: 'nodejs', VERCEL: '1' }],
    [false, { NEXT_RUNTIME: 'nodejs', AWS_LAMBDA_FUNCTION_NAME: 'shop' }],
  ])('is %s with %j', async (expected, env) => {
    process.env = { ...env, NODE_ENV: 'test' } as never;
    const { isOwnTunnelUsed } = await import('./own-transport.ts');

    expect(isOwnTunnelUsed()).toBe(expected);
  });

  it('is false on Cloudflare', async () => {
    process.env = { NEXT_RUNTIME: 'nodejs', NODE_ENV: 'test' } as never;
    const original = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', {
      value: { userAgent: 'Cloudflare-Workers' },
      configurable: true,
    });
    const { isOwnTunnelUsed } = await import('./own-transport.ts');
    const isUsed = isOwnTunnelUsed();
    if (original === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', original);

    expect(isUsed).toBe(false);
  });
});
