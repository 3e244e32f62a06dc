import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { createNodeDecoders } from './adapters/node.ts';
import { createMemorySpool } from '@adit/spool/memory';
import { buildEnvelope } from '@adit/testing';
import type { EnvelopePolicy, PolicyEnvelope, PolicyVerdict } from './envelope/policy.ts';
import type { OutcomeDetail } from './outcome/outcome-detail.ts';
import { answer, chunksOf, createStubTransport } from '../testing/stub-transport.helper.ts';
import { DSN, EVENT_ID, post, settled, startStubbed } from '../testing/stubbed-tunnel.helper.ts';

const TYPES = new Set(['event', 'transaction', 'span', 'log', 'feedback', 'replay_event']);
const encoder = new TextEncoder();

interface Payload {
  readonly message?: string;
  readonly items?: readonly string[];
}

/** Drops a payload with `noise`, and its parts; replaces `secret`. */
const policy: EnvelopePolicy = {
  types: TYPES,
  open: () => ({
    judge: (_, bytes): PolicyVerdict | undefined => {
      const text = Buffer.from(bytes).toString();
      const payload = JSON.parse(text) as Payload;
      if (payload.message?.includes('noise')) return { dropped: [{ reason: 'rule' }] };
      const items = payload.items?.filter((item) => !item.includes('noise'));
      const dropped = (payload.items?.length ?? 0) - (items?.length ?? 0);
      if (items !== undefined && dropped > 0) {
        const drops = [{ reason: 'part', count: dropped }];
        if (items.length === 0) return { dropped: drops };
        return {
          payload: encoder.encode(JSON.stringify({ items })),
          itemCount: items.length,
          dropped: drops,
        };
      }
      if (!text.includes('secret')) return undefined;
      return { payload: encoder.encode(text.replaceAll('secret', '[Filtered]')) };
    },
  }),
};

type Items = Parameters<typeof buildEnvelope>[0]['items'];
const envelope = (...items: Items): Uint8Array<ArrayBuffer> =>
  buildEnvelope({ dsn: DSN, header: { event_id: EVENT_ID }, items });
const event = (message: string) => ({ type: 'event', payload: { message } }) as const;
const bytes = (length: number): Uint8Array => new Uint8Array(length).map((_, index) => (index * 31) & 0xff);

interface Sent {
  readonly status: number;
  readonly answer: unknown;
  /** As ingest got it, without its coding. */
  readonly plain: Buffer | undefined;
  readonly raw: Buffer | undefined;
  readonly length: number | undefined;
  readonly coding: string | undefined;
  readonly details: OutcomeDetail[];
  readonly tunnel: ReturnType<typeof startStubbed>['tunnel'];
  readonly outcomes: ReturnType<typeof startStubbed>['outcomes'];
  readonly faults: ReturnType<typeof startStubbed>['faults'];
}

interface SendOptions {
  readonly coding?: 'gzip' | 'br' | undefined;
  /** The size of the chunks in which the body arrives. */
  readonly chunk?: number | undefined;
  readonly policy?: EnvelopePolicy | undefined;
  readonly userAgent?: string | undefined;
  readonly refusesCoding?: boolean | undefined;
}

/** Sends an envelope through a tunnel with a policy. */
async function send(body: Uint8Array, options: SendOptions = {}): Promise<Sent> {
  const { coding, chunk = Infinity, userAgent } = options;
  const requests: {
    raw: Buffer;
    fields: Readonly<Record<string, string | undefined>>;
    contentLength: number | undefined;
  }[] = [];
  const transport = createStubTransport(async (request) => {
    const parts: Uint8Array[] = [];
    if (request.body instanceof Uint8Array) parts.push(request.body);
    else for await (const part of request.body) parts.push(new Uint8Array(part));
    const { contentLength } = request;
    requests.push({ raw: Buffer.concat(parts), fields: request.headers, contentLength });
    return answer({});
  });
  const details: OutcomeDetail[] = [];
  const stubbed = startStubbed({
    transport,
    policy: options.policy ?? policy,
    decoders: createNodeDecoders(),
    tell: (_, detail) => details.push({ ...detail, filtered: detail.filtered, itemTypes: detail.itemTypes }),
  });
  const coded = coding === undefined ? body : (coding === 'gzip' ? gzipSync : brotliCompressSync)(body);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < coded.length; at += chunk) pieces.push(coded.subarray(at, at + chunk));
  const response = await post(stubbed.tunnel, {
    headers: {
      'content-length': String(coded.length),
      ...(coding && { 'content-encoding': coding }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
    },
    body: chunksOf(...pieces),
  });
  const [first] = requests;
  const codingSent = first?.fields['content-encoding'];
  return {
    status: response.status,
    answer: JSON.parse(Buffer.from(response.body).toString() || 'null'),
    raw: first?.raw,
    plain: codingSent === 'gzip' ? gunzipSync(first?.raw ?? '') : first?.raw,
    length: first?.contentLength,
    coding: codingSent,
    details,
    ...stubbed,
  };
}

/** Every way in which a body arrives. */
const WAYS = [
  ['in one piece', {}],
  ['in pieces of 7 bytes', { chunk: 7 }],
  ['with gzip', { coding: 'gzip' }],
  ['with gzip, in pieces of 7 bytes', { coding: 'gzip', chunk: 7 }],
] as const satisfies readonly (readonly [string, SendOptions])[];

describe.each(WAYS)('a policy reads an envelope that arrives %s, and', (_way, way) => {
  it('lets an envelope that no rule changes pass byte for byte, in its own coding', async () => {
    const body = envelope(event('boom'), { type: 'attachment', payload: bytes(3_000) });
    const { raw, coding, status } = await send(body, way);

    expect(status).toBe(200);
    expect(raw).toEqual(Buffer.from('coding' in way ? gzipSync(body) : body));
    expect(coding).toBe('coding' in way ? 'gzip' : undefined);
  });

  it('writes a changed item again with its length, and leaves the others as they are', async () => {
    const attachment = { type: 'attachment', payload: bytes(3_000) } as const;
    const { plain } = await send(envelope(event('a secret'), attachment), way);

    expect(plain).toEqual(Buffer.from(envelope(event('a [Filtered]'), attachment)));
  });

  it('drops the event with what requires it, and reports the rule', async () => {
    const body = envelope(
      event('noise'),
      { type: 'attachment', payload: bytes(300) },
      { type: 'session', payload: { sid: 'x' } },
    );
    const { plain, tunnel, details } = await send(body, way);

    expect(plain).toEqual(Buffer.from(envelope({ type: 'session', payload: { sid: 'x' } })));
    const counts = { error: 1, attachment: 300, attachment_item: 1 };
    expect(tunnel.stats().discarded).toEqual({ rule: counts });
    expect(details[0]?.filtered).toEqual(
      Object.entries(counts).map(([category, quantity]) => ({ reason: 'rule', category, quantity })),
    );
  });

  it('answers an envelope of which nothing is left as ingest would', async () => {
    const { raw, status, answer: said, outcomes, tunnel } = await send(envelope(event('noise')), way);

    expect([raw, status, said]).toEqual([undefined, 200, { id: EVENT_ID }]);
    expect(outcomes).toMatchObject([{ kind: 'filtered', status: 200 }]);
    expect(tunnel.stats()).toMatchObject({ filtered: 1, forwarded: 0, lost: { 'internal-error': 0 } });
  });

  it('drops parts of a container, and counts those', async () => {
    const log = (items: readonly string[]) =>
      ({
        type: 'log',
        header: { item_count: items.length, content_type: 'application/vnd.sentry.items.log+json' },
        payload: { items },
      }) as const;
    const { plain, tunnel } = await send(envelope(log(['one', 'noise', 'two', 'noise'])), way);

    expect(plain?.toString()).toContain('"item_count":2');
    expect(plain?.toString()).toContain('{"items":["one","two"]}');
    expect(tunnel.stats().discarded['part']).toMatchObject({ log_item: 2 });
  });
});

describe('a policy', () => {
  it('does not read items of other types', async () => {
    const body = envelope({ type: 'replay_recording', payload: encoder.encode('secret noise') });
    expect((await send(body)).raw).toEqual(Buffer.from(body));
  });

  it('lets a recording after a judged item stream with the length that the client announced', async () => {
    const body = envelope(
      { type: 'replay_event', payload: { message: 'replay' } },
      { type: 'replay_recording', payload: bytes(500_000) },
    );
    const { raw, length } = await send(body, { chunk: 16_384 });

    expect(raw).toEqual(Buffer.from(body));
    expect(length).toBe(body.length);
  });

  it('codes a large envelope again if it is changed, and passes its other items byte for byte', async () => {
    const attachment = { type: 'attachment', payload: bytes(900_000) } as const;
    const { plain, coding } = await send(envelope(attachment, event('a secret')), {
      coding: 'gzip',
      chunk: 16_384,
    });

    expect(plain).toEqual(Buffer.from(envelope(attachment, event('a [Filtered]'))));
    expect(coding).toBe('gzip');
  });

  it('passes an event of almost 1 MiB in its own coding', async () => {
    const body = envelope(event('x'.repeat(1_000_000)));
    const { raw, coding } = await send(body, { coding: 'br', chunk: 16_384 });

    expect(coding).toBe('br');
    expect(raw).toEqual(brotliCompressSync(body));
  });

  it.each([
    ['announces', true],
    ['does not announce', false],
  ])('drops an item that is too large to judge and %s its length', async (_name, hasLength) => {
    const items = Array.from({ length: 30_000 }, (_, index) => `entry ${index} ${'x'.repeat(80)}`);
    const log = {
      type: 'log',
      header: { item_count: items.length, content_type: 'application/vnd.sentry.items.log+json' },
      payload: { items },
      ...(!hasLength && { length: false }),
    } as unknown as Items[number];
    const { tunnel, status } = await send(envelope(log, { type: 'session', payload: {} }), { chunk: 65_536 });

    expect(status).toBe(200);
    expect(tunnel.stats().discarded['policy-too-large']).toMatchObject({ log_item: 30_000 });
  });

  it('sees the header line, the project and the agent, and may change the header line', async () => {
    const seen: PolicyEnvelope[] = [];
    const header = JSON.stringify({ dsn: DSN, trace: { transaction: '[Filtered]' } });
    const { plain } = await send(envelope(event('boom')), {
      userAgent: 'A browser',
      policy: {
        types: TYPES,
        open: (envelopeSeen) => {
          seen.push(envelopeSeen);
          return { header: encoder.encode(header), judge: () => undefined };
        },
      },
    });

    expect(seen).toMatchObject([{ project: '4509', userAgent: 'A browser', isOwn: false }]);
    expect(plain?.toString().split('\n')[0]).toBe(header);
    expect(plain?.toString()).toContain('{"message":"boom"}');
  });

  it.each<[string, EnvelopePolicy['open']]>([
    [
      'begins an envelope',
      () => {
        throw new Error('open');
      },
    ],
    [
      'judges an item',
      () => ({
        judge: () => {
          throw new Error('judge');
        },
      }),
    ],
  ])('that throws when it %s drops what it reads, and says so', async (_name, open) => {
    const body = envelope(event('boom'), { type: 'session', payload: {} });
    const { tunnel, plain, faults } = await send(body, { policy: { types: TYPES, open } });

    expect(plain).toEqual(Buffer.from(envelope({ type: 'session', payload: {} })));
    expect(tunnel.stats().discarded).toEqual({ 'policy-failed': { error: 1 } });
    expect(faults).toMatchObject([{ part: 'policy' }]);
  });

  it('is applied before an envelope is stored', async () => {
    const spool = createMemorySpool();
    const transport = createStubTransport(() => Promise.reject(new Error('no route')));
    const { tunnel } = startStubbed({ transport, spool, policy });
    await post(tunnel, { body: chunksOf(envelope(event('a secret'))) });
    await settled();
    const [dsn = ''] = spool.pendingDsns();
    const entry = await spool.peek(dsn);
    const parts: Uint8Array[] = [];
    for await (const part of entry?.read() ?? []) parts.push(part);

    expect(Buffer.concat(parts).toString()).toContain('a [Filtered]');
  });

  it('has an option that is checked', () => {
    expect(() => startStubbed({ policy: {} as EnvelopePolicy })).toThrow(/policy/);
  });

  it('counts what limits and rules drop apart', async () => {
    const transport = createStubTransport(() =>
      Promise.resolve(answer({ headers: { 'x-sentry-rate-limits': '60:monitor:key:quota' } })),
    );
    const { tunnel } = startStubbed({ transport, policy });
    await post(tunnel, { body: chunksOf(envelope(event('boom'))) });
    const body = envelope(event('noise'), { type: 'check_in', payload: {} });
    const response = await post(tunnel, { body: chunksOf(body) });

    expect(response.status).toBe(429);
    expect(Object.keys(tunnel.stats().discarded).sort()).toEqual(['quota', 'rule']);
  });
});
