import { gunzipSync } from 'node:zlib';
import { parseEnvelope, type Envelope } from '@sentry/core';
import { ServerRuntimeClient } from '@sentry/core/server';
import { defaultStackParser, makeNodeTransport } from '@sentry/node';
import {
  createFakeClock,
  createScriptedIngest,
  type ReceivedRequest,
  type ScriptedIngest,
} from '@adit/testing';
import { createListener, createNodeTransport } from './adapters/node.ts';
import { createTunnel, type Tunnel } from './index.ts';
import { createMemorySpool } from '@adit/spool/memory';
import { startNodeServer, type NodeServer } from '../testing/node-server.helper.ts';

describe('the Sentry SDK with its `tunnel` option', () => {
  let ingest: ScriptedIngest;
  let tunnel: Tunnel;
  let server: NodeServer;
  let client: ServerRuntimeClient;

  beforeEach(async () => {
    ingest = await createScriptedIngest();
    tunnel = createTunnel({ allowedDsns: [ingest.dsn()], transport: createNodeTransport() });
    server = await startNodeServer(createListener(tunnel));
    client = new ServerRuntimeClient({
      dsn: ingest.dsn(),
      tunnel: `${server.origin}${tunnel.path}?o=0&p=42`,
      transport: makeNodeTransport,
      platform: 'node',
      stackParser: defaultStackParser,
      integrations: [],
    });
    client.init();
  });
  afterEach(async () => {
    await client.close();
    await tunnel.close();
    await server.stop();
    await ingest.close();
  });

  const payloadsOf = ([, items]: Envelope): unknown[] => items.map(([, payload]) => payload);
  const envelopeOf = ({ body, headers }: ReceivedRequest): Envelope =>
    parseEnvelope(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);

  it('S11 delivers an event', async () => {
    const eventId = client.captureException(new Error('boom'));
    await client.flush();
    const request = await ingest.waitFor();
    expect(request.url).toBe('/api/42/envelope/');
    const [header] = envelopeOf(request);
    expect(header).toMatchObject({ event_id: eventId, dsn: ingest.dsn() });
    expect(payloadsOf(envelopeOf(request))).toMatchObject([
      { event_id: eventId, exception: { values: [{ type: 'Error', value: 'boom' }] } },
    ]);
  });

  it('S11 delivers an attachment of any bytes, compressed by the SDK', async () => {
    const data = new Uint8Array(100_000).map((_, index) => (index * 7) & 0xff);
    client.captureException(new Error('boom'), { attachments: [{ filename: 'a.bin', data }] });
    await client.flush();
    const request = await ingest.waitFor();
    expect(request.headers['content-encoding']).toBe('gzip');
    const [, attachment] = payloadsOf(envelopeOf(request));
    expect(Buffer.from(attachment as Uint8Array).equals(data)).toBe(true);
  });

  it('S11 has its event delivered by a tunnel with a spool, though ingest is away', async () => {
    const clock = createFakeClock({ now: Date.now() });
    await tunnel.close();
    await server.stop();
    tunnel = createTunnel({
      allowedDsns: [ingest.dsn()],
      transport: createNodeTransport(),
      spool: createMemorySpool(),
      clock,
    });
    const { port } = new URL(server.origin);
    server = await startNodeServer(createListener(tunnel), Number(port));
    ingest.respond({ status: 503 });
    const eventId = client.captureException(new Error('boom'));
    await client.flush();
    expect(tunnel.stats()).toMatchObject({ spooled: 1, redelivered: 0 });
    await clock.advance(1_000);
    const again = await ingest.waitFor(() => ingest.received.length === 2);
    const [first] = ingest.received;
    expect(payloadsOf(envelopeOf(again))).toEqual(payloadsOf(envelopeOf(first as ReceivedRequest)));
    const [header] = envelopeOf(again);
    expect(header).toMatchObject({ event_id: eventId });
  });

  it('S11 obeys the rate limits of ingest', async () => {
    ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:organization' } });
    client.captureException(new Error('first'));
    await client.flush();
    client.captureException(new Error('second'));
    await client.flush();
    expect(ingest.received).toHaveLength(1);
  });
});
