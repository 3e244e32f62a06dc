import { randomBytes } from 'node:crypto';
import { deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { buildEnvelope, TEST_DSNS } from '@adit/testing';
import type { RateLimits } from '@adit/envelope';
import type { TunnelResponse } from '../outcome/answer.ts';
import {
  answer,
  chunksOf,
  createStubTransport,
  readAll,
  splitBytes,
} from '../../testing/stub-transport.helper.ts';
import {
  detailOf,
  DSN,
  DSN_IDENTITY,
  ENVELOPE,
  envelopeOf,
  NOW,
  post,
  settled,
  startStubbed,
  type StubbedOptions,
} from '../../testing/stubbed-tunnel.helper.ts';

const EVENT = { type: 'event', payload: { message: 'boom' } } as const;
const ATTACHMENT = { type: 'attachment', payload: Uint8Array.of(0, 10, 255) } as const;
const SESSION = { type: 'session', payload: '{"sid":"1"}' } as const;
const REPORT = { type: 'client_report', payload: '{"discarded_events":[]}' } as const;

/** A tunnel whose ingest gives these answers, and then 200 without limits. */
function startAnswered(answers: readonly Parameters<typeof answer>[0][], options: StubbedOptions = {}) {
  const queue = [...answers];
  const received: Buffer[] = [];
  const transport = createStubTransport(async ({ body }) => {
    received.push(await readAll(body));
    return answer(queue.shift());
  });
  const stubbed = startStubbed({ transport, ...options });
  const send = (body: Uint8Array = ENVELOPE, headers: Record<string, string> = {}): Promise<TunnelResponse> =>
    post(stubbed.tunnel, { body: chunksOf(body), headers });
  return { ...stubbed, transport, received, send };
}

const LIMITED = { headers: { 'x-sentry-rate-limits': '60:error:organization:quota' } };

describe('a limit', () => {
  it.each([200, 400, 403, 413, 429, 500, 503])('is learned from an answer of status %d', async (status) => {
    const { send, transport, outcomes } = startAnswered([{ status, ...LIMITED }]);
    expect((await send()).status).toBe(status);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(detailOf(refused)).toBe(
      'Sentry dropped data due to a quota or internal rate limit being reached.',
    );
    expect(refused.headers).toMatchObject({
      'x-sentry-rate-limits': '60:error:organization:quota',
      'retry-after': '60',
    });
    expect(outcomes.at(-1)).toMatchObject({ kind: 'refused', reason: 'rate-limited' });
    expect(transport.sent).toHaveLength(1);
  });

  it('is not there where ingest said nothing (control)', async () => {
    const { send, transport } = startAnswered([{ status: 400 }]);
    await send();
    expect((await send()).status).toBe(200);
    expect(transport.sent).toHaveLength(2);
  });

  it('lets the answer that brought it cross unchanged', async () => {
    const headers = {
      'x-sentry-rate-limits': '7.5 : error;future : organization : quota : : more, 3:unknown:key',
      'retry-after': '8',
      'content-type': 'application/json',
    };
    const { send } = startAnswered([{ status: 429, headers, body: '{"detail":"é"}' }]);
    const response = await send();
    expect(response.headers).toEqual({ ...headers, 'x-content-type-options': 'nosniff' });
    expect(Buffer.from(response.body).toString()).toBe('{"detail":"é"}');
  });

  it.each([
    ['by Retry-After in seconds', { status: 429, headers: { 'retry-after': '42' } }, {}, 42],
    [
      'by Retry-After as a date',
      { status: 429, headers: { 'retry-after': new Date(NOW + 90_000).toUTCString() } },
      {},
      90,
    ],
    ['by 429 alone for a minute', { status: 429 }, {}, 60],
    ['by 429 alone for what is configured', { status: 429 }, { times: { defaultBackOffMs: 5_000 } }, 5],
  ])('is on everything where it is given %s', async (_how, reply, options, seconds) => {
    const { send, clock, transport } = startAnswered([reply], options);
    await send();
    expect((await send(envelopeOf(SESSION))).headers['retry-after']).toBe(String(seconds));
    await clock.advance(seconds * 1_000 - 1);
    expect((await send()).status).toBe(429);
    await clock.advance(1);
    expect((await send()).status).toBe(200);
    expect(transport.sent.length).toBeGreaterThanOrEqual(2);
  });

  it('is not given by Retry-After of another status', async () => {
    const { send } = startAnswered([{ status: 503, headers: { 'retry-after': '42' } }]);
    await send();
    expect((await send()).status).toBe(200);
  });

  it('ends in its time, and is forgotten', async () => {
    const { send, clock, tunnel } = startAnswered([LIMITED]);
    await send();
    expect(tunnel.stats().limitedDsns).toBe(1);
    await clock.advance(59_999);
    expect((await send()).headers).toMatchObject({ 'retry-after': '1' });
    await clock.advance(1);
    const response = await send();
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('x-sentry-rate-limits');
    expect(tunnel.stats().limitedDsns).toBe(0);
  });

  it('is on one DSN alone', async () => {
    const { send, tunnel } = startAnswered([LIMITED], { allowedDsns: [DSN, TEST_DSNS.regional] });
    await send();
    expect((await send()).status).toBe(429);
    expect((await send(buildEnvelope({ dsn: TEST_DSNS.regional, items: [EVENT] }))).status).toBe(200);
    expect(tunnel.stats().limitedDsns).toBe(1);
  });

  it('is kept in the store it was given, which others write as well', async () => {
    const stored = new Map<string, RateLimits>();
    const limits = {
      get: (dsn: string) => stored.get(dsn),
      set: (dsn: string, value: RateLimits) => void stored.set(dsn, value),
    };
    const { send } = startAnswered([LIMITED], { limits });
    await send();
    expect([...stored.keys()]).toEqual([DSN_IDENTITY]);
    stored.delete(DSN_IDENTITY);
    expect((await send()).status).toBe(200);
    stored.set(DSN_IDENTITY, [
      { category: 'all', scope: 'key', namespaces: '', reasonCode: '', untilMs: NOW + 1_000 },
    ]);
    expect((await send()).status).toBe(429);
  });

  it('is written only when there is something new', async () => {
    let writes = 0;
    let stored: RateLimits | undefined;
    const limits = {
      get: () => stored,
      set: (_dsn: string, value: RateLimits) => {
        writes += 1;
        stored = value;
      },
    };
    const { send } = startAnswered([{}, LIMITED, LIMITED], { limits });
    for (let round = 0; round < 3; round += 1) await send(envelopeOf(SESSION));
    expect(writes).toBe(1);
  });
});

describe('under a limit', () => {
  const limitedBy = async (header: string, options: StubbedOptions = {}) => {
    const started = startAnswered([{ headers: { 'x-sentry-rate-limits': header } }], options);
    await started.send(envelopeOf(REPORT));
    started.received.length = 0;
    return started;
  };

  it('only its items are dropped; the bytes of the others go on as they are', async () => {
    const { send, received, transport, outcomes } = await limitedBy('60:attachment:organization:quota');
    const body = envelopeOf(EVENT, ATTACHMENT, SESSION);
    const response = await send(body);
    expect(response.status).toBe(200);
    expect(received[0]?.equals(envelopeOf(EVENT, SESSION))).toBe(true);
    expect(transport.sent[1]?.request.contentLength).toBe(received[0]?.byteLength);
    expect(outcomes.at(-1)).toMatchObject({ kind: 'forwarded', status: 200, bytes: body.byteLength });
  });

  it('an envelope that streams goes on without them, without a length', async () => {
    const { tunnel, received, transport } = await limitedBy('60:attachment:organization:quota');
    const replay = {
      type: 'replay_recording',
      payload: new Uint8Array(200_000).map((_, index) => index * 7),
    };
    const body = envelopeOf(ATTACHMENT, replay, ATTACHMENT);
    const response = await post(tunnel, {
      body: chunksOf(...splitBytes(body, 30_000)),
      headers: { 'content-length': String(body.byteLength) },
    });
    expect(response.status).toBe(200);
    expect(Buffer.concat([envelopeOf(replay), Buffer.from('\n')]).equals(received[0] as Uint8Array)).toBe(
      true,
    );
    expect(transport.sent[1]?.request.contentLength).toBeUndefined();
  });

  it('a compressed envelope is compressed again if it loses something', async () => {
    const { send, received, transport } = await limitedBy('60:attachment:organization:quota');
    await send(deflateSync(envelopeOf(EVENT, ATTACHMENT, SESSION)), { 'content-encoding': 'deflate' });
    expect(gunzipSync(received[0] as Uint8Array).equals(envelopeOf(EVENT, SESSION))).toBe(true);
    expect(transport.sent[1]?.request.headers['content-encoding']).toBe('gzip');
  });

  it('a large compressed envelope is compressed again if it loses something', async () => {
    const { send, received, transport } = await limitedBy('60:session:organization:quota');
    const large = { type: 'attachment', payload: randomBytes(500_000) } as const;
    await send(gzipSync(envelopeOf(SESSION, large)), { 'content-encoding': 'gzip' });
    expect(gunzipSync(received[0] as Uint8Array).equals(envelopeOf(large))).toBe(true);
    expect(transport.sent[1]?.request.headers['content-encoding']).toBe('gzip');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('a compressed envelope goes on byte for byte if it loses nothing (%s)', async (coding, compress) => {
    const { send, received, transport } = await limitedBy('60:attachment:organization:quota');
    const body = compress(envelopeOf(EVENT, SESSION));
    await send(body, { 'content-encoding': coding });
    expect(received[0]?.equals(body)).toBe(true);
    expect(transport.sent[1]?.request.headers['content-encoding']).toBe(coding);
  });

  it('a compressed envelope stays as it is where none is in force (control)', async () => {
    const { send, received, transport } = startAnswered([]);
    await send(gzipSync(ENVELOPE), { 'content-encoding': 'gzip' });
    expect(gunzipSync(received[0] as Uint8Array).equals(ENVELOPE)).toBe(true);
    expect(transport.sent[0]?.request.headers['content-encoding']).toBe('gzip');
  });

  it('every answer names all that are in force, with the time that remains', async () => {
    const { send, clock } = await limitedBy('60:error:organization:quota, 120:session:key');
    await clock.advance(10_000);
    const partly = await send(envelopeOf(EVENT, REPORT));
    expect(partly.status).toBe(200);
    const expected = {
      'x-sentry-rate-limits': '50:error:organization:quota, 110:session:key',
      'retry-after': '110',
    };
    expect(partly.headers).toMatchObject(expected);
    expect((await send(envelopeOf(EVENT))).headers).toMatchObject(expected);
    // Also for an envelope that none of them concerns.
    expect((await send(envelopeOf(REPORT))).headers).toMatchObject(expected);
    await clock.advance(50_000);
    expect((await send(envelopeOf(EVENT))).headers).toMatchObject({
      'x-sentry-rate-limits': '60:session:key',
    });
  });

  it('what an answer adds is told at once', async () => {
    const started = startAnswered([
      LIMITED,
      { status: 429, headers: { 'x-sentry-rate-limits': '30:session:key' } },
    ]);
    await started.send();
    const response = await started.send(envelopeOf(SESSION));
    expect(response.status).toBe(429);
    expect(response.headers).toMatchObject({
      'x-sentry-rate-limits': '30:session:key, 60:error:organization:quota',
      'retry-after': '60',
    });
  });

  it('faults outrank it', async () => {
    const { send } = await limitedBy('60::organization');
    expect((await send(Buffer.from(`{"dsn":"${DSN}"}\n{}\n`))).status).toBe(400);
  });

  it('an envelope that ends while its limit does is answered all the same', async () => {
    const { tunnel, clock, outcomes } = await limitedBy('1:attachment:organization');
    const body = envelopeOf(ATTACHMENT);
    const slow = async function* (): AsyncGenerator<Uint8Array> {
      yield body.subarray(0, 120);
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 2_000));
      yield body.subarray(120);
    };
    const response = post(tunnel, { body: slow() });
    await settled();
    await clock.advance(2_000);
    expect((await response).status).toBe(429);
    expect((await response).headers).not.toHaveProperty('x-sentry-rate-limits');
    expect(outcomes.at(-1)).toMatchObject({ reason: 'rate-limited' });
  });
});
