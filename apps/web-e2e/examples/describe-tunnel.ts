import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { buildEnvelope, type ReceivedRequest, type ScriptedIngest } from '@adit/testing';
import type { createServerTest } from './example-test.ts';
import { DSN } from './example-test.ts';

/** The differences of an example's tunnel from others. */
export interface TunnelExample {
  /** The visitor's address that ingest receives. Default that of the connection. */
  readonly clientAddress?: RegExp;
  /** Whether pages ask the tunnel for the server's settings. Default `false`. */
  readonly servesSettings?: boolean;
}

const TUNNEL = '/monitoring-tunnel';

const FOREIGN_DSN = 'https://ffffffffffffffffffffffffffffffff@o451.ingest.sentry.io/1';

const LOOPBACK = /^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/;

const eventOf = (dsn: string, message: string): Uint8Array =>
  buildEnvelope({ dsn, items: [{ type: 'event', payload: { message } }] });

/** Binary data, larger than frameworks allow a body by default. */
const recording = (): Uint8Array => {
  const payload = Uint8Array.from({ length: 5_000_000 }, (_, index) => (index * 31) % 256);
  return buildEnvelope({ dsn: DSN, items: [{ type: 'attachment', payload }] });
};

const FORWARDED = [
  { what: 'an envelope', body: () => eventOf(DSN, 'é') },
  {
    what: 'a gzipped envelope',
    body: () => gzipSync(eventOf(DSN, 'é')),
    headers: { 'content-encoding': 'gzip' },
  },
  { what: 'an envelope of five megabytes', body: recording },
  {
    what: 'an envelope that came through a proxy with TLS',
    body: () => eventOf(DSN, 'é'),
    headers: { host: 'shop.example', origin: 'https://shop.example', 'x-forwarded-proto': 'https' },
  },
] as const;

const REFUSED = [
  { what: 'an envelope of another project', status: 403, body: () => eventOf(FOREIGN_DSN, 'foreign') },
  {
    what: 'a page of another site',
    status: 403,
    body: () => eventOf(DSN, 'foreign'),
    headers: { origin: 'https://evil.example' },
  },
  { what: 'an event that is too large', status: 413, body: () => eventOf(DSN, 'x'.repeat(1_100_000)) },
  { what: 'what is no envelope', status: 400, body: () => Buffer.from('basket=1') },
] as const;

/** Posts on a separate connection, as the SDK in a page of the application does. */
async function post(
  address: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const { origin } = new URL(address);
  const all = {
    origin,
    'content-type': 'text/plain;charset=UTF-8',
    'content-length': body.length,
    ...headers,
  };
  const outgoing = send(address, { method: 'POST', agent: false, headers: all });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  // A server may close the connection once it has answered.
  outgoing.on('error', () => undefined);
  return { status: answer.statusCode, text: await text(answer) };
}

/** The envelopes of visitors that the tunnel has sent. Those of the server itself have no visitor. */
const forwarded = ({ received }: ScriptedIngest): ReceivedRequest[] =>
  received.filter(({ headers }) => headers['x-forwarded-for'] !== undefined);

/** Registers the tests that every tunnel on the origin of its application passes. They open no browser. */
export function describeTunnel(
  test: ReturnType<typeof createServerTest>,
  { clientAddress = LOOPBACK, servesSettings = false }: TunnelExample = {},
): void {
  for (const { what, body, ...rest } of FORWARDED) {
    test(`the tunnel forwards ${what} byte by byte, with the visitor’s address`, async ({
      baseURL,
      ingest,
    }) => {
      const bytes = body();
      const answer = await post(`${String(baseURL)}${TUNNEL}`, bytes, 'headers' in rest ? rest.headers : {});

      expect(answer.status, answer.text).toBe(200);
      const [received] = forwarded(ingest);
      expect(received?.url).toBe('/api/4509/envelope/');
      expect(Buffer.compare(received?.body ?? Buffer.of(), bytes)).toBe(0);
      expect(received?.headers['x-forwarded-for']).toMatch(clientAddress);
    });
  }

  for (const { what, status, body, ...rest } of REFUSED) {
    test(`the tunnel answers ${what} with ${status}, and ingest gets nothing`, async ({
      baseURL,
      ingest,
    }) => {
      const headers = 'headers' in rest ? rest.headers : {};
      const answer = await post(`${String(baseURL)}${TUNNEL}`, body(), headers);

      expect(answer.status, answer.text).toBe(status);
      expect(answer.text).toMatch(/^\{"detail":".+"\}$/);
      expect(forwarded(ingest)).toEqual([]);
    });
  }

  test(`the tunnel answers GET with ${servesSettings ? 'the settings' : '405'}`, async ({ request }) => {
    const answer = await request.get(TUNNEL);

    expect(answer.status()).toBe(servesSettings ? 200 : 405);
    if (servesSettings) expect(await answer.json()).toMatchObject({ dsn: DSN, environment: 'staging' });
  });

  test('control: at another path, an envelope does not reach ingest', async ({ baseURL, ingest }) => {
    const answer = await post(`${String(baseURL)}/elsewhere`, eventOf(DSN, 'é'));

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(forwarded(ingest)).toEqual([]);
  });
}
