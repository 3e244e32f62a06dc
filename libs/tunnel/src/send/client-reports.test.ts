import { createFakeClock, deferred } from '@adit/testing';
import { createMemorySpool } from '@adit/spool/memory';
import type { Clock } from '@adit/envelope';
import type { IngestRequest } from '../index.ts';
import {
  answer,
  chunksOf,
  createStubTransport,
  readAll,
  splitBytes,
} from '../../testing/stub-transport.helper.ts';
import {
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

interface Report {
  readonly discarded_events: readonly object[];
  readonly rate_limited_events?: readonly object[];
}

type Answer = ReturnType<Parameters<typeof createStubTransport>[0] & object>;

const EVENT = { type: 'event', payload: {} } as const;
const ATTACHMENT = { type: 'attachment', payload: 'abc' } as const;
const SESSION = { type: 'session', payload: '{}' } as const;
const LOST_REPORT = { type: 'client_report', payload: '{"discarded_events":[]}' } as const;

const unreachable = (): Answer => Promise.reject(new Error('no route'));
const isReport = ({ headers }: IngestRequest): boolean => headers['user-agent'] === 'adit-tunnel/0.1.0';

/**
 * A tunnel whose ingest accepts reports unless `onReport` answers them, and answers everything else with `onEnvelope`.
 */
function startReporting(options: StubbedOptions = {}) {
  const reports: Report[] = [];
  const requests: IngestRequest[] = [];
  let onEnvelope: () => Answer = unreachable;
  let onReport: () => Answer = () => Promise.resolve(answer());
  const transport = createStubTransport(async (request) => {
    const body = await readAll(request.body);
    if (!isReport(request)) return onEnvelope() ?? new Promise(() => undefined);
    requests.push(request);
    const reply = await onReport();
    reports.push(JSON.parse(body.toString().split('\n')[2] ?? '') as Report);
    return reply ?? answer();
  });
  const stubbed = startStubbed({ transport, ...options });
  return {
    ...stubbed,
    transport,
    reports,
    requests,
    send: (body: Uint8Array = ENVELOPE) => post(stubbed.tunnel, { body: chunksOf(body) }),
    envelopes: (reply: () => Answer) => (onEnvelope = reply),
    reportsAre: (reply: () => Answer) => (onReport = reply),
  };
}

describe('what the tunnel drops', () => {
  it('is added up, and reported once a minute', async () => {
    const { send, reports, clock } = startReporting();
    await send();
    await clock.advance(59_000);
    await send(envelopeOf(EVENT, ATTACHMENT));
    expect(reports).toEqual([]);
    await clock.advance(1_000);
    expect(reports).toEqual([
      {
        timestamp: (NOW + 60_000) / 1_000,
        discarded_events: [
          { reason: 'network_error', category: 'error', quantity: 2 },
          { reason: 'network_error', category: 'attachment', quantity: 3 },
          { reason: 'network_error', category: 'attachment_item', quantity: 1 },
        ],
      },
    ]);
    await clock.advance(600_000);
    expect(reports).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('is reported as often as configured', async () => {
    const { send, reports, clock } = startReporting({ times: { reportIntervalMs: 1_000 } });
    for (let round = 0; round < 3; round += 1) {
      await send();
      await clock.advance(1_000);
    }
    expect(reports).toHaveLength(3);
  });

  it('is reported by the tunnel in its own name, to the DSN it was for', async () => {
    const { send, requests, clock } = startReporting();
    await send();
    await clock.advance(60_000);
    expect(requests[0]?.endpoint.href).toBe('https://o450.ingest.sentry.io/api/4509/envelope/?hsts=0');
    expect(requests[0]?.headers).toEqual({
      'content-type': 'application/x-sentry-envelope',
      'accept-encoding': 'identity',
      'user-agent': 'adit-tunnel/0.1.0',
      'x-forwarded-for': '0.0.0.0',
      'x-sentry-auth': expect.stringContaining('sentry_key=0123456789abcdef0123456789abcdef') as string,
    });
    expect(requests[0]?.contentLength).toBe((requests[0]?.body as Uint8Array).byteLength);
  });

  it.each<[string, () => Answer]>([
    ['is unreachable', unreachable],
    ['answers what cannot be passed on', () => Promise.resolve(answer({ status: 302 }))],
  ])('counts as network_error when ingest %s and there is no spool', async (_how, reply) => {
    const { tunnel, send, envelopes } = startReporting();
    envelopes(reply);
    await send(envelopeOf(EVENT, SESSION));
    expect(tunnel.stats().discarded).toEqual({ network_error: { error: 1 } });
  });

  it('counts as network_error when ingest does not answer in time', async () => {
    const { tunnel, send, envelopes, clock } = startReporting({ times: { ingestTimeoutMs: 100 } });
    envelopes(() => undefined);
    const response = send();
    await clock.advance(100);
    await response;
    expect(tunnel.stats().discarded).toEqual({ network_error: { error: 1 } });
  });

  it.each([200, 400, 413, 429, 500, 503])(
    'is nothing when ingest answers %d: the SDK counts',
    async (status) => {
      const { tunnel, send, envelopes } = startReporting();
      envelopes(() => Promise.resolve(answer({ status })));
      await send();
      expect(tunnel.stats().discarded).toEqual({});
    },
  );

  it('counts what a limit drops under the limit’s own reason', async () => {
    const { tunnel, send, envelopes, reports, clock } = startReporting();
    envelopes(() =>
      Promise.resolve(
        answer({ headers: { 'x-sentry-rate-limits': '600:error:key:spike, 600:attachment:key' } }),
      ),
    );
    await send();
    await send(envelopeOf(EVENT, ATTACHMENT));
    await send(envelopeOf(ATTACHMENT, SESSION, LOST_REPORT));
    await clock.advance(60_000);
    expect(reports).toMatchObject([
      {
        discarded_events: [],
        rate_limited_events: [
          { reason: 'spike', category: 'error', quantity: 1 },
          { reason: 'spike', category: 'attachment', quantity: 3 },
          { reason: 'spike', category: 'attachment_item', quantity: 1 },
          { reason: '', category: 'attachment', quantity: 3 },
          { reason: '', category: 'attachment_item', quantity: 1 },
        ],
      },
    ]);
    expect(tunnel.stats().discarded).toEqual({
      spike: { error: 1, attachment: 3, attachment_item: 1 },
      '': { attachment: 3, attachment_item: 1 },
    });
  });

  it.each([
    ['in one piece', (body: Uint8Array) => [body]],
    ['in many', (body: Uint8Array) => splitBytes(body, 50_000)],
  ])('is counted once where a limit drops it and the rest is lost as well (%s)', async (_how, split) => {
    const { tunnel, send, envelopes } = startReporting();
    envelopes(() =>
      Promise.resolve(answer({ headers: { 'x-sentry-rate-limits': '600:attachment:key:quota' } })),
    );
    await send();
    envelopes(unreachable);
    const replay = { type: 'replay_recording', payload: new Uint8Array(100_000) };
    const body = envelopeOf(EVENT, ATTACHMENT, replay);
    await post(tunnel, { body: chunksOf(...split(body)) });
    expect(tunnel.stats().discarded).toEqual({
      quota: { attachment: 3, attachment_item: 1 },
      network_error: { error: 1, replay: 1 },
    });
  });

  it('counts as queue_overflow when the spool is full', async () => {
    const { send, reports, clock, tunnel } = startReporting({ spool: createMemorySpool({ maxBytes: 600 }) });
    await send();
    // During a known outage of ingest, reports also wait.
    expect(tunnel.stats().discarded).toEqual({ queue_overflow: { error: 1 } });
    await clock.advance(120_000);
    expect(reports).toMatchObject([
      { discarded_events: [{ reason: 'queue_overflow', category: 'error', quantity: 1 }] },
    ]);
  });

  it('counts as cache_overflow when it has waited too long', async () => {
    const { send, envelopes, tunnel, clock, reportsAre } = startReporting({
      spool: createMemorySpool(),
      times: { spoolMaxAgeMs: 300_000 },
    });
    reportsAre(unreachable);
    await send();
    await clock.advance(299_000);
    expect(tunnel.stats().discarded).toEqual({});
    await clock.advance(62_000);
    expect(tunnel.stats()).toMatchObject({
      discarded: { cache_overflow: { error: 1 } },
      spool: { envelopes: 0 },
    });
    envelopes(() => Promise.resolve(answer()));
  });

  it('counts as send_error when ingest refuses what it had been promised', async () => {
    const { send, envelopes, reports, clock, tunnel } = startReporting({ spool: createMemorySpool() });
    await send();
    envelopes(() => Promise.resolve(answer({ status: 413 })));
    await clock.advance(1_000);
    expect(tunnel.stats()).toMatchObject({ redelivered: 0, discarded: { send_error: { error: 1 } } });
    await clock.advance(60_000);
    expect(reports).toMatchObject([
      { discarded_events: [{ reason: 'send_error', category: 'error', quantity: 1 }] },
    ]);
  });

  it('is never a client report', async () => {
    const { send, transport, clock, tunnel } = startReporting();
    const lost = createStubTransport(unreachable);
    const reportless = startStubbed({ transport: lost });
    await post(reportless.tunnel, { body: chunksOf(envelopeOf(LOST_REPORT)) });
    await reportless.clock.advance(600_000);
    expect(lost.sent).toHaveLength(1);
    expect(reportless.tunnel.stats().discarded).toEqual({});
    // (control)
    await send();
    await clock.advance(60_000);
    expect(transport.sent).toHaveLength(2);
    expect(tunnel.stats().discarded).not.toEqual({});
  });
});

describe('a report', () => {
  it.each<[string, () => Answer, number]>([
    ['is unreachable', unreachable, 2],
    ['answers 500', () => Promise.resolve(answer({ status: 500 })), 2],
    ['answers 503', () => Promise.resolve(answer({ status: 503 })), 2],
    ['refuses it', () => Promise.resolve(answer({ status: 400 })), 1],
    ['is limited', () => Promise.resolve(answer({ status: 429 })), 1],
  ])('comes again with the next when ingest %s', async (_how, reply, quantity) => {
    const { send, reports, reportsAre, clock } = startReporting();
    reportsAre(reply);
    await send();
    await clock.advance(60_000);
    reportsAre(() => Promise.resolve(answer()));
    reports.length = 0;
    await send();
    await clock.advance(60_000);
    expect(reports).toMatchObject([{ discarded_events: [{ quantity }] }]);
  });

  it('is tried again without anything new to report', async () => {
    const { send, reports, reportsAre, clock, requests } = startReporting();
    reportsAre(unreachable);
    await send();
    await clock.advance(180_000);
    expect(requests).toHaveLength(3);
    reportsAre(() => Promise.resolve(answer()));
    await clock.advance(60_000);
    expect(reports).toMatchObject([{ discarded_events: [{ quantity: 1 }] }]);
    await clock.advance(600_000);
    expect(requests).toHaveLength(4);
  });

  it('keeps no process alive while it is waited for', async () => {
    const time = createFakeClock({ now: NOW });
    const waiting = new Map<object, { readonly delayMs: number; isUnreferenced: boolean }>();
    const clock: Clock = {
      ...time,
      setTimeout: (_callback, delayMs) => {
        const state = { delayMs, isUnreferenced: false };
        const handle = { unref: () => (state.isUnreferenced = true) };
        waiting.set(handle, state);
        return handle;
      },
      clearTimeout: (handle) => waiting.delete(handle as object),
    };
    const { tunnel } = startStubbed({ transport: createStubTransport(unreachable), clock });
    await post(tunnel);
    expect([...waiting.values()]).toEqual([{ delayMs: 60_000, isUnreferenced: true }]);
    // A request sends it.
    const { tunnel: busy } = startStubbed({ transport: createStubTransport(), clock });
    void post(busy);
    await settled();
    expect([...waiting.values()].at(-1)).toEqual({ delayMs: 10_000, isUnreferenced: false });
  });

  it('is the last thing that is sent', async () => {
    const { send, reports, tunnel, transport, clock } = startReporting();
    await send();
    expect(reports).toEqual([]);
    await tunnel.close();
    expect(reports).toMatchObject([{ discarded_events: [{ reason: 'network_error', quantity: 1 }] }]);
    expect([transport.isClosed, clock.pending]).toEqual([true, 0]);
  });

  it('goes to the spool when it cannot be sent in the end', async () => {
    const spool = createMemorySpool({ maxBytes: 5_000 });
    const { send, tunnel, reports } = startReporting({ spool });
    await send();
    await send(envelopeOf({ type: 'event', payload: { message: 'x'.repeat(5_000) } }));
    expect(tunnel.stats()).toMatchObject({ spooled: 1, discarded: { queue_overflow: { error: 1 } } });
    await tunnel.close();
    expect(reports).toEqual([]);
    await spool.remove(DSN_IDENTITY);
    const entry = await spool.peek(DSN_IDENTITY);
    expect((await readAll(entry?.read())).toString()).toContain('"reason":"queue_overflow"');
    expect(entry?.fields).toMatchObject({ 'user-agent': 'adit-tunnel/0.1.0' });
  });

  it('under way when the tunnel closes is waited for, and sent again if it does not arrive', async () => {
    const first = deferred<never>();
    const { send, tunnel, reports, reportsAre, clock } = startReporting();
    reportsAre(() => first.promise);
    await send();
    await clock.advance(60_000);
    let isClosed = false;
    const closing = tunnel.close().then(() => (isClosed = true));
    await settled();
    expect(isClosed).toBe(false);
    reportsAre(() => Promise.resolve(answer()));
    first.reject(new Error('reset'));
    await closing;
    expect(reports).toMatchObject([{ discarded_events: [{ quantity: 1 }] }]);
    expect(clock.pending).toBe(0);
  });

  it('is lost with the spool that fails in the end', async () => {
    const failure = new Error('EIO');
    const spool = createMemorySpool();
    const { send, tunnel, reports, faults } = startReporting({
      spool: { ...spool, append: () => Promise.reject(failure) },
    });
    await send();
    await tunnel.close();
    const fault = { kind: 'fault', part: 'spool', error: failure, count: 1 };
    // The second one is told because the tunnel ends.
    expect(faults).toEqual([fault, fault]);
    expect(tunnel.stats().faults).toEqual({ spool: 2 });
    expect(reports).toEqual([]);
  });

  it('is not made for a DSN that has left the configuration', async () => {
    const spool = createMemorySpool();
    const dsn = 'key@elsewhere.example:/1';
    await spool.append({ dsn, receivedAt: NOW - 90_000_000, fields: {}, body: ENVELOPE });
    const { tunnel, transport, clock } = startReporting({ spool });
    await clock.advance(120_000);
    expect(tunnel.stats()).toMatchObject({
      discarded: { cache_overflow: { error: 1 } },
      spool: { envelopes: 0 },
    });
    await tunnel.close();
    expect(transport.sent).toHaveLength(0);
  });

  it.each([
    ['has refused three, and taken none, gets no more', [400, 400, 400], 3],
    ['has taken one goes on', [400, 200, 400, 400, 400, 400], 8],
    ['limits it goes on', [429, 429, 429, 429, 429], 8],
  ])('for an ingest that %s', async (_what, statuses, expected) => {
    const { send, requests, reportsAre, clock } = startReporting();
    const queue = [...statuses];
    reportsAre(() => Promise.resolve(answer({ status: queue.shift() ?? 400 })));
    for (let round = 0; round < 8; round += 1) {
      await send();
      await clock.advance(60_000);
    }
    expect(requests).toHaveLength(expected);
  });

  it('is not made for an envelope without items', async () => {
    const { tunnel, send, requests } = startReporting();
    expect((await send(Buffer.from(`{"dsn":"${DSN}"}`))).status).toBe(502);
    await tunnel.close();
    expect([requests.length, tunnel.stats().discarded]).toEqual([0, {}]);
  });

  it('is not made where nothing was dropped', async () => {
    const { tunnel, envelopes, send, requests } = startReporting();
    envelopes(() => Promise.resolve(answer()));
    await send();
    await tunnel.close();
    expect(requests).toHaveLength(0);
  });
});
