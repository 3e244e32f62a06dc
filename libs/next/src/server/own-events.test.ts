/** @jest-environment node */
import type * as policies from '@adit/policy/tunnel';
import { ServerRuntimeClient } from '@sentry/core/server';
import * as Sentry from '@sentry/node';
import { createMemorySpool } from '@adit/spool/memory';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { toServerOptions } from '@adit/monitoring-config';
import type { Tunnel } from '@adit/tunnel';
import { createSdkTransport } from '@adit/tunnel/sdk';
import type { AditOptions } from '../options.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const ORIGINAL = process.env;
let ingest: ScriptedIngest;

const options: AditOptions = {};

jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
// The file would be read again and again, after the test too.
jest.mock('@adit/policy/tunnel', () => {
  const actual = jest.requireActual<typeof policies>('@adit/policy/tunnel');
  const rule = { id: 'legacy', action: 'drop', when: { message: '*legacy job*' } } as const;
  return {
    ...actual,
    followPolicy: ({ document, ...own }: policies.FollowPolicyOptions) => ({
      policy: actual.createPolicy({ ...own, document: { version: 1, ...document, rules: [rule] } }),
      watch: { state: () => ({ status: 'ok' }) },
    }),
  };
});

/** The tunnel of a process with these variables. */
async function load(
  variables: Readonly<Record<string, string>> = {},
  given: AditOptions = {},
): Promise<Tunnel> {
  jest.resetModules();
  Reflect.deleteProperty(options, 'tunnel');
  Object.assign(options, given);
  for (const name of ['tunnel', 'operations', 'warned'])
    Reflect.deleteProperty(globalThis, Symbol.for(`@adit/next:${name}`));
  process.env = { SENTRY_DSN: ingest.dsn(), NODE_ENV: 'test', ...variables };
  const { tunnel } = await import('./tunnel.ts');
  return tunnel;
}

beforeAll(async () => {
  ingest = await createScriptedIngest();
});
beforeEach(() => {
  ingest.reset();
});
afterEach(() => {
  process.env = ORIGINAL;
});
afterAll(() => ingest.close());

const NOISE = { platform: 'javascript', exception: { values: [{ type: 'Error', value: 'Script error.' }] } };
const LEGACY = { platform: 'node', message: 'the legacy job failed' };

const sendOwn = (tunnel: Tunnel, event: object) =>
  tunnel.send({
    bytes: Buffer.from(`{}\n{"type":"event"}\n${JSON.stringify(event)}`),
    url: `${ingest.origin}/api/42/envelope/?sentry_key=${KEY}`,
  });
const sendAsBrowser = (tunnel: Tunnel, event: object) =>
  tunnel.fetch(
    new Request('http://shop.example/monitoring-tunnel', {
      method: 'POST',
      body: `${JSON.stringify({ dsn: ingest.dsn() })}\n{"type":"event"}\n${JSON.stringify(event)}`,
    }),
  );

describe('an event of the server in the tunnel', () => {
  it('is not judged again by the rules of adit.config, unlike one of a browser', async () => {
    const tunnel = await load();
    await sendOwn(tunnel, NOISE);
    await sendAsBrowser(tunnel, NOISE);

    expect(tunnel.stats()).toMatchObject({ forwarded: 1, filtered: 1 });
    expect(ingest.received).toHaveLength(1);
  });

  it('is judged by the document of ADIT_POLICY, and counted once', async () => {
    const tunnel = await load({ ADIT_POLICY: 'policy.json' });
    await sendOwn(tunnel, LEGACY);

    const { filtered, discarded } = tunnel.stats();
    expect({ filtered, discarded }).toEqual({ filtered: 1, discarded: { legacy: { error: 1 } } });
    expect(ingest.received).toEqual([]);
  });

  it('is not judged again by the rules of adit.config either if there is a document', async () => {
    const tunnel = await load({ ADIT_POLICY: 'policy.json' });
    await sendOwn(tunnel, NOISE);
    await sendAsBrowser(tunnel, NOISE);

    expect(tunnel.stats()).toMatchObject({ forwarded: 1, filtered: 1 });
  });

  it('has no secrets, because the SDK removes them before the tunnel leaves it as it is', async () => {
    const tunnel = await load({ ADIT_POLICY: 'policy.json' });
    const { monitoring } = await import('./monitoring.ts');
    const { integrations, ...settings } = toServerOptions(monitoring, { sdk: Sentry });
    const client = new ServerRuntimeClient({
      ...settings,
      integrations: integrations([]),
      platform: 'node',
      stackParser: Sentry.defaultStackParser,
      transport: createSdkTransport({ sdk: Sentry, tunnel: () => tunnel }),
    });
    client.init();
    for (const message of ['failed with Bearer abcdefghijklmnopqrstuvwxyz012345', 'the legacy job failed'])
      client.captureException(new Error(message));
    await client.close(5_000);

    expect(tunnel.stats().discarded).toEqual({ legacy: { error: 1 } });
    const sent = ingest.received.map(({ body }) => String(body)).join('');
    expect(sent).toContain('failed with Bearer [Filtered]');
    expect(sent).not.toMatch(/abcdefgh|legacy job/);
  });

  it('is told of once in the log if neither ingest nor the spool can take it', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const spool = { ...createMemorySpool(), append: () => Promise.reject(new Error('EIO')) };
    const tunnel = await load({}, { tunnel: { spool } });
    jest.spyOn(console, 'warn').mockReturnValue(); // of the fault
    ingest.respondWith({ status: 503 });
    for (let count = 0; count < 3; count += 1) expect((await sendOwn(tunnel, LEGACY)).status).toBe(503);

    expect(tunnel.stats().lost['spool-failing']).toBe(3);
    const lines = error.mock.calls.map(([line]) => String(line));
    expect(lines.filter((line) => line.includes('the spool cannot store'))).toHaveLength(1);
    jest.restoreAllMocks();
  });
});
