import { createMemorySpool, createMemoryThrottle } from '@adit/spool/memory';
import { SpoolFullError, type SpoolStore } from '@adit/spool';
import { buildEnvelope, deferred } from '@adit/testing';
import type { EnvelopePolicy } from './envelope/policy.ts';
import type { DirectAnswer, OwnEnvelope } from './request/own-envelope.ts';
import type { Tunnel } from './tunnel.ts';
import { answer, chunksOf, createStubTransport, readAll } from '../testing/stub-transport.helper.ts';
import { DSN, ENVELOPE, post, settled, startStubbed } from '../testing/stubbed-tunnel.helper.ts';

/** An envelope as the SDK of a server writes it: only its address names the DSN. */
const BYTES = buildEnvelope({ items: [{ type: 'event', payload: { message: 'boom' } }] });
const { username: key, host, pathname } = new URL(DSN);
const URL_OF_INGEST = `https://${host}/api${pathname}/envelope/?sentry_version=7&sentry_key=${key}`;

const own = (parts: Partial<OwnEnvelope> = {}): OwnEnvelope => ({
  bytes: BYTES,
  url: URL_OF_INGEST,
  ...parts,
});

const up = () => createStubTransport(() => Promise.resolve(answer()));
const away = () => createStubTransport(() => Promise.reject(new Error('no route')));
const full: SpoolStore = {
  ...createMemorySpool(),
  append: () => Promise.reject(new SpoolFullError('full')),
};
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Drops what says `noise`, and replaces `boom`. */
const policy: EnvelopePolicy = {
  types: new Set(['event']),
  open: () => ({
    judge: (_, payload) => {
      const text = Buffer.from(payload).toString();
      if (text.includes('noise')) return { dropped: [{ reason: 'rule' }] };
      return { payload: Buffer.from(text.replace('boom', 'bang')) };
    },
  }),
};

describe('an envelope of this process', () => {
  it('reaches ingest as the SDK wrote it, without an address of a client', async () => {
    const { tunnel, transport } = startStubbed({ transport: up(), trustedProxies: ['127.0.0.1'] });

    const { status } = await tunnel.send(own({ userAgent: 'sentry.javascript.nextjs/11.8.0' }));

    expect(status).toBe(200);
    const [{ request }] = transport.sent as [(typeof transport.sent)[0]];
    expect(await readAll(request.body)).toEqual(Buffer.from(BYTES));
    expect(request.headers).toEqual({
      'content-type': 'application/x-sentry-envelope',
      'accept-encoding': 'identity',
      'user-agent': 'sentry.javascript.nextjs/11.8.0',
      'x-sentry-auth': expect.stringContaining(`sentry_key=${key}`) as string,
    });
  });

  it('is sent in one piece if it is large', async () => {
    const payload = new Uint8Array(300_000).fill(65);
    const bytes = buildEnvelope({ items: [{ type: 'attachment', payload }] });
    const { tunnel, transport } = startStubbed({ transport: up() });

    await tunnel.send(own({ bytes }));

    expect(transport.sent[0]?.request.body).toEqual(bytes);
  });

  it('may name its DSN in its header, as with the option `tunnel` of the SDK', async () => {
    const { tunnel, transport } = startStubbed({ transport: up() });

    expect((await tunnel.send({ bytes: ENVELOPE, url: 'https://shop.example/tunnel' })).status).toBe(200);
    expect(transport.sent).toHaveLength(1);
  });

  it('is counted beside those of clients', async () => {
    const details: unknown[] = [];
    const { tunnel } = startStubbed({
      transport: up(),
      tell: (_, { endpoint, project }) => details.push({ endpoint, project }),
    });
    await tunnel.send(own());
    await post(tunnel);

    const { forwarded, receivedBytes, requests, inFlight } = tunnel.stats();
    expect({ forwarded, receivedBytes, inFlight }).toEqual({
      forwarded: 2,
      receivedBytes: BYTES.byteLength + ENVELOPE.byteLength,
      inFlight: 0,
    });
    expect(Object.keys(requests)).toEqual(['POST process 200', 'POST tunnel 200']);
    expect(details).toMatchObject([{ endpoint: 'process' }, { endpoint: 'tunnel' }]);
  });

  it('is not throttled, unlike a client', async () => {
    const throttle = createMemoryThrottle({ requests: 1, perMs: 60_000 });
    const { tunnel } = startStubbed({ transport: up(), throttle });

    const statuses = [await tunnel.send(own()), await tunnel.send(own()), await tunnel.send(own())];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([(await post(tunnel)).status, (await post(tunnel)).status]).toEqual([200, 429]);
  });

  it('is judged once, by the rules of the tunnel', async () => {
    const { tunnel, transport } = startStubbed({ transport: up(), policy });
    const noise = buildEnvelope({ items: [{ type: 'event', payload: { message: 'noise' } }] });

    await tunnel.send(own());
    expect((await tunnel.send(own({ bytes: noise }))).status).toBe(200);

    expect(transport.sent).toHaveLength(1);
    expect((await readAll(transport.sent[0]?.request.body)).toString()).toContain('bang');
    const { filtered, discarded } = tunnel.stats();
    expect({ filtered, discarded }).toEqual({ filtered: 1, discarded: { rule: { error: 1 } } });
  });

  it('is named as such to the policy', async () => {
    const seen: unknown[] = [];
    const open: EnvelopePolicy['open'] = ({ isOwn, userAgent }) => {
      seen.push({ isOwn, userAgent });
      return { judge: () => undefined };
    };
    const { tunnel } = startStubbed({ transport: up(), policy: { ...policy, open } });
    await tunnel.send(own({ userAgent: 'sentry.javascript.node/11.8.0' }));

    expect(seen).toEqual([{ isOwn: true, userAgent: undefined }]);
  });

  it('obeys the limits that ingest has told a client, and the other way round', async () => {
    const limits = { 'x-sentry-rate-limits': '60:error:organization' };
    const transport = createStubTransport(() => Promise.resolve(answer({ status: 429, headers: limits })));
    for (const [first, second] of [
      [post, (tunnel: Tunnel) => tunnel.send(own())],
      [(tunnel: Tunnel) => tunnel.send(own()), post],
    ] as const) {
      const { tunnel } = startStubbed({ transport });
      const before = transport.sent.length;
      await first(tunnel);
      const { status, headers } = await second(tunnel);

      expect([status, headers['x-sentry-rate-limits']]).toEqual([429, '60:error:organization']);
      expect(transport.sent.length - before).toBe(1);
    }
  });

  it('is stored while ingest is away, and delivered later without an address of a client', async () => {
    let isAway = true;
    const transport = createStubTransport(() =>
      isAway ? Promise.reject(new Error('no route')) : Promise.resolve(answer()),
    );
    const { tunnel, clock } = startStubbed({ transport, spool: createMemorySpool() });

    expect((await tunnel.send(own())).status).toBe(200);
    expect(tunnel.stats()).toMatchObject({ spooled: 1, spool: { envelopes: 1 } });
    isAway = false;
    await clock.advance(5_000);
    await settled();

    const { request } = transport.sent.at(-1)!;
    expect(tunnel.stats()).toMatchObject({ redelivered: 1, spool: { envelopes: 0 } });
    expect((await readAll(request.body)).toString()).toContain('boom');
    expect(request.headers).not.toHaveProperty('x-forwarded-for');
    expect(request.headers['x-sentry-auth']).toContain(key);
  });

  it.each<[string, Partial<OwnEnvelope>, number]>([
    ['another DSN', { url: URL_OF_INGEST.replace(key, 'f'.repeat(32)) }, 403],
    ['no DSN', { url: 'https://shop.example/tunnel' }, 400],
    ['no envelope', { bytes: Buffer.from('x') }, 400],
    ['no address', { url: undefined }, 500],
    ['no bytes', { bytes: undefined }, 500],
  ])('with %s is refused, and not sent in another way', async (_what, parts, status) => {
    const sendDirectly = jest.fn();
    const { tunnel, transport } = startStubbed({ transport: up() });

    expect((await tunnel.send(own({ ...parts, sendDirectly }))).status).toBe(status);
    expect(transport.sent).toEqual([]);
    expect(sendDirectly).not.toHaveBeenCalled();
    expect(tunnel.stats().inFlight).toBe(0);
  });
});

describe('what the tunnel can neither send nor store', () => {
  it('is lost without another way, and reported once', async () => {
    const { tunnel } = startStubbed({ transport: away(), spool: full });

    expect((await tunnel.send(own())).status).toBe(503);
    const { lost, discarded } = tunnel.stats();
    expect([sum(lost), lost['spool-full']]).toEqual([1, 1]);
    expect(discarded).toEqual({ queue_overflow: { error: 1 } });
  });

  it.each([
    ['with a spool', full],
    ['without a spool', undefined],
  ])('is sent by the SDK itself, as the rules left it, and is not lost: %s', async (_what, spool) => {
    const sent: string[] = [];
    const headers = { 'x-sentry-rate-limits': '60:error:organization', 'retry-after': null };
    const sendDirectly = (bytes: Uint8Array): Promise<DirectAnswer> => {
      sent.push(Buffer.from(bytes).toString());
      return Promise.resolve({ statusCode: 200, headers });
    };
    const { tunnel, outcomes } = startStubbed({ transport: away(), spool, policy });

    const { status, headers: told } = await tunnel.send(own({ sendDirectly }));

    expect([status, told['x-sentry-rate-limits']]).toEqual([200, '60:error:organization']);
    expect(sent).toEqual([expect.stringContaining('bang')]);
    const { lost, discarded, forwarded } = tunnel.stats();
    expect({ lost: sum(lost), discarded, forwarded }).toEqual({ lost: 0, discarded: {}, forwarded: 1 });
    expect(outcomes).toMatchObject([{ kind: 'forwarded', status: 200 }]);
  });

  it.each<[string, () => PromiseLike<DirectAnswer>]>([
    ['is away for it too', () => Promise.reject(new Error('no route'))],
    ['answers 503', () => Promise.resolve({ statusCode: 503 })],
    ['redirects', () => Promise.resolve({ statusCode: 302 })],
    ['does not answer', () => Promise.resolve({})],
    [
      'cannot be asked',
      () => {
        throw new Error('no transport');
      },
    ],
  ])('is lost if the SDK sends it itself and ingest %s', async (_what, sendDirectly) => {
    const { tunnel } = startStubbed({ transport: away(), spool: full });

    expect((await tunnel.send(own({ sendDirectly }))).status).toBe(503);
    const { lost, discarded } = tunnel.stats();
    expect([sum(lost), discarded]).toEqual([1, { queue_overflow: { error: 1 } }]);
  });

  it('says so if ingest refuses it', async () => {
    const { tunnel } = startStubbed({ transport: away() });
    const sendDirectly = () => Promise.resolve({ statusCode: 413 });

    expect((await tunnel.send(own({ sendDirectly }))).status).toBe(413);
    expect(sum(tunnel.stats().lost)).toBe(0);
  });
});

describe('a tunnel that closes', () => {
  it('leaves an envelope of this process to the SDK', async () => {
    const { tunnel } = startStubbed({ transport: up() });
    await tunnel.close();
    const sent: Uint8Array[] = [];
    const sendDirectly = (bytes: Uint8Array): Promise<DirectAnswer> => {
      sent.push(bytes);
      return Promise.resolve({ statusCode: 200 });
    };

    expect((await tunnel.send(own({ sendDirectly }))).status).toBe(200);
    expect(sent).toEqual([BYTES]);
    expect((await tunnel.send(own())).status).toBe(503);
  });

  it('does not wait for what the SDK sends itself', async () => {
    const { tunnel } = startStubbed({ transport: away() });
    const direct = deferred<DirectAnswer>();
    const sending = tunnel.send(own({ sendDirectly: () => direct.promise }));
    await settled();

    expect(await tunnel.close()).toEqual([]);
    direct.resolve({ statusCode: 200 });
    expect((await sending).status).toBe(200);
  });
});

describe('expectExit', () => {
  const lasting = (): SpoolStore => ({ ...createMemorySpool(), outlivesProcess: true });

  it('has an envelope stored within a second, with a spool that outlives the process', async () => {
    const { tunnel, clock } = startStubbed({ spool: lasting() });
    tunnel.expectExit();
    const sending = tunnel.send(own());
    await clock.advance(1_000);

    expect((await sending).status).toBe(200);
    expect(tunnel.stats()).toMatchObject({ spooled: 1, spool: { envelopes: 1 } });
  });

  it.each<[string, () => SpoolStore, boolean]>([
    ['is not called (control)', lasting, false],
    ['is called with a spool that ends with the process', createMemorySpool, true],
  ])('waits for ingest as long as ever if it %s', async (_what, createSpool, isExpected) => {
    const { tunnel, clock } = startStubbed({ spool: createSpool() });
    if (isExpected) tunnel.expectExit();
    const sending = tunnel.send(own());
    await clock.advance(9_000);
    expect(tunnel.stats().spooled).toBe(0);
    await clock.advance(1_000);

    expect((await sending).status).toBe(200);
    expect(tunnel.stats().spooled).toBe(1);
  });

  it('holds for five seconds: the process may go on', async () => {
    const { tunnel, clock } = startStubbed({ spool: lasting() });
    tunnel.expectExit();
    await clock.advance(5_000);
    const sending = post(tunnel, { body: chunksOf(ENVELOPE) });
    await clock.advance(9_000);
    expect(tunnel.stats().spooled).toBe(0);
    await clock.advance(1_000);

    expect((await sending).status).toBe(200);
  });
});
