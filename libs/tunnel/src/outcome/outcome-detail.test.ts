import { buildEnvelope } from '@adit/testing';
import type { Fact, OutcomeDetail } from '../index.ts';
import { createMemoryLimits, createMemorySpool } from '@adit/spool/memory';
import { answer, chunksOf, createStubTransport } from '../../testing/stub-transport.helper.ts';
import {
  DSN,
  DSN_IDENTITY,
  ENVELOPE,
  EVENT_ID,
  NOW,
  post,
  startStubbed,
  settled,
} from '../../testing/stubbed-tunnel.helper.ts';

type Told = Partial<OutcomeDetail> & { readonly kind: Fact['kind'] };

/** Reads every field, as a listener would. */
const read = (
  { kind }: Fact,
  { eventId, project, sdk, itemTypes, bytes, durationMs, limited, filtered }: OutcomeDetail,
): Told => ({ kind, eventId, project, sdk, itemTypes, bytes, durationMs, limited, filtered });

const PROJECT = 'o450.ingest.sentry.io/4509';

const envelope = (
  header: object,
  ...items: Parameters<typeof buildEnvelope>[0]['items']
): Uint8Array<ArrayBuffer> => buildEnvelope({ dsn: DSN, header: { ...header }, items });

const EVENT = { type: 'event', payload: { message: 'secret' } } as const;

describe('the detail of a request', () => {
  it('is told what the envelope was, and nothing of its payload', async () => {
    const told: Told[] = [];
    const { tunnel, transport, clock } = startStubbed({
      tell: (fact, detail) => told.push(read(fact, detail)),
    });
    const body = envelope(
      {
        event_id: '9EC79C33-EC99-42AB-8353-589FCB2E04DC',
        sdk: { name: 'sentry.javascript.browser', version: '11.0.0', settings: {} },
      },
      EVENT,
      { type: '<b>', payload: 'x' },
    );
    const response = post(tunnel, { body: chunksOf(body) });
    await settled();
    await clock.advance(250);
    transport.sent[0]?.answer.resolve(answer());
    await response;

    expect(told).toEqual([
      {
        kind: 'forwarded',
        eventId: EVENT_ID,
        project: PROJECT,
        sdk: 'sentry.javascript.browser/11.0.0',
        itemTypes: ['event', 'unknown'],
        bytes: body.byteLength,
        durationMs: 250,
        limited: [],
        filtered: [],
      },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/secret|0123456789abcdef|<b>/);
  });

  it.each<[string, object]>([
    ['no SDK', {}],
    ['an SDK without a name', { sdk: {} }],
    ['an SDK in words that are none', { sdk: { name: '<img src=x>' } }],
    ['an SDK that is no object', { sdk: 7 }],
  ])('has no SDK of %s', async (_name, header) => {
    const sdks: unknown[] = [];
    const { tunnel } = startStubbed({
      transport: createStubTransport(() => Promise.resolve(answer())),
      tell: (_fact, { sdk }) => sdks.push(sdk),
    });
    await post(tunnel, { body: chunksOf(envelope(header, EVENT)) });

    expect(sdks).toEqual([undefined]);
  });

  it('knows nothing of a request that is refused by its head', async () => {
    const told: Told[] = [];
    const { tunnel } = startStubbed({ tell: (fact, detail) => told.push(read(fact, detail)) });
    await post(tunnel, { method: 'GET' });

    expect(told).toEqual([
      {
        kind: 'refused',
        eventId: undefined,
        project: undefined,
        sdk: undefined,
        itemTypes: [],
        bytes: 0,
        durationMs: 0,
        limited: [],
        filtered: [],
      },
    ]);
  });

  it('names the rate limit that has dropped an item', async () => {
    const told: Told[] = [];
    const limits = createMemoryLimits();
    limits.set(DSN_IDENTITY, [
      {
        category: 'error',
        scope: 'organization',
        namespaces: '',
        reasonCode: 'error_usage_exceeded',
        untilMs: NOW + 60_000,
      },
    ]);
    const { tunnel } = startStubbed({
      limits,
      tell: (fact, detail) => told.push(read(fact, detail)),
    });
    await post(tunnel, { body: chunksOf(ENVELOPE) });

    expect(told).toMatchObject([
      {
        kind: 'refused',
        eventId: EVENT_ID,
        project: PROJECT,
        limited: [{ reason: 'error_usage_exceeded', category: 'error', quantity: 1 }],
        filtered: [],
      },
    ]);
  });
});

describe('the detail of a stored envelope', () => {
  it('is told when a stored envelope is delivered', async () => {
    const told: Told[] = [];
    let isOut = true;
    const { tunnel, clock } = startStubbed({
      spool: createMemorySpool(),
      transport: createStubTransport(() =>
        isOut ? Promise.reject(new Error('x')) : Promise.resolve(answer()),
      ),
      tell: (fact, detail) => told.push(read(fact, detail)),
    });
    await post(tunnel, { body: chunksOf(ENVELOPE) });
    expect(told).toMatchObject([{ kind: 'spooled' }]);
    isOut = false;
    await clock.advance(60_000);

    expect(told.slice(1)).toMatchObject([
      { kind: 'redelivered', eventId: EVENT_ID, project: PROJECT, itemTypes: ['event'] },
    ]);
    expect(tunnel.stats().projects).toMatchObject({ [PROJECT]: { spooled: 1, redelivered: 1, lost: 0 } });
  });
});
