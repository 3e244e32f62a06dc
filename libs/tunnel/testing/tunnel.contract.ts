import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  buildEnvelope,
  createFakeClock,
  createScriptedIngest,
  deferred,
  TEST_DSNS,
  until,
  type ScriptedIngest,
} from '@adit/testing';
import { createNodeDecoders } from '@adit/envelope/node';
import type { Outcome, Tunnel, TunnelOptions } from '../src/index.ts';
import { createMemorySpool, createMemoryThrottle } from '@adit/spool/memory';
import { describeApiDoor } from './api-door.contract.ts';
import { ITEM_CASES } from './conformance-items.contract.ts';
import {
  CONFORMANCE_CASES,
  CONFORMANCE_DSNS,
  CONFORMANCE_ENVELOPE,
  type ConformanceCase,
} from './conformance.contract.ts';
import { buildZstdFrame, HAS_ZSTD } from '@adit/testing/zstd';
import { keepIn } from './stubbed-tunnel.helper.ts';

/** A request of a test, before the host of an implementation converts it. */
export interface ContractRequest {
  method?: string;
  path?: string;
  query?: string;
  headers?: Readonly<Record<string, string>>;
  /** A stream is sent in chunks, without a length; one that throws is a client that leaves. */
  body?: Uint8Array | AsyncIterable<Uint8Array>;
}

/** The answer that the client received. */
export interface ContractResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A tunnel behind one of its adapters. Its peer is always `127.0.0.1`. */
export interface ContractSubject {
  readonly tunnel: Tunnel;
  readonly send: (request: ContractRequest) => Promise<ContractResponse>;
  readonly stop: () => Promise<unknown>;
}

/** Exceptions for an implementation. */
export interface ContractExceptions {
  /** The reason why the host, not the tunnel, decides about paths. */
  pathsAreRoutedByTheHost?: string;
  /** The reason why one conformance case of each result is enough. */
  oneCaseOfEachResult?: string;
}

/** Tests for every adapter of the tunnel. */
export function describeTunnelContract(
  name: string,
  start: (options: TunnelOptions) => Promise<ContractSubject>,
  { pathsAreRoutedByTheHost, oneCaseOfEachResult }: ContractExceptions = {},
): void {
  describe(`tunnel contract: ${name}`, () => {
    let ingest: ScriptedIngest;
    let subject: ContractSubject;
    let outcomes: Outcome[];
    /** Shared by tests that leave no state behind. */
    let shared: ContractSubject | undefined;

    const open = (options: Partial<TunnelOptions> = {}): Promise<ContractSubject> =>
      start({
        allowedDsns: CONFORMANCE_DSNS,
        ingestOrigin: ingest.origin,
        tell: (fact) => keepIn(outcomes)(fact),
        ...options,
      });
    const restart = async (options: Partial<TunnelOptions> = {}): Promise<void> => {
      await subject.stop();
      subject = await open(options);
    };

    beforeAll(async () => {
      ingest = await createScriptedIngest();
    });
    beforeEach(async () => {
      ingest.reset();
      outcomes = [];
      subject = shared ?? (await open());
    });
    afterEach(() => (shared === undefined ? subject.stop() : undefined));
    afterAll(() => ingest.close());

    const post = (request: ContractRequest = {}): Promise<ContractResponse> =>
      subject.send({ body: CONFORMANCE_ENVELOPE, ...request });

    describe.each([...CONFORMANCE_CASES, ['S11', ITEM_CASES] as const])('conformance', (id, all) => {
      const cases = oneCaseOfEachResult === undefined ? all : oneOfEachResult(all);
      beforeAll(async () => {
        shared = await open();
      });
      afterAll(async () => {
        await shared?.stop();
        shared = undefined;
      });

      it.each(cases.map((row) => [row.title, describeExpectation(row.expected), row] as const))(
        `${id} %s → %s`,
        async (
          _title,
          _expected,
          { expected, method = 'POST', query, headers, body = CONFORMANCE_ENVELOPE },
        ) => {
          const refusedBefore = subject.tunnel.stats().refused;
          const response = await post({
            method,
            ...(query !== undefined && { query }),
            ...(headers !== undefined && { headers }),
            ...(method === 'POST' ? { body } : { body: new Uint8Array() }),
          });
          const [request, ...others] = ingest.received;
          if (typeof expected === 'string') {
            expect(outcomes).toEqual([expect.objectContaining({ kind: 'refused', reason: expected })]);
            expect(response.status).toBe(outcomes[0]?.status);
            expect(response.headers['content-type']).toBe('application/json');
            if (method !== 'HEAD')
              expect(detailOf(response)).toBe((outcomes[0] as { detail: string }).detail);
            expect(subject.tunnel.stats().refused[expected]).toBe(refusedBefore[expected] + 1);
            expect(request).toBeUndefined();
          } else {
            expect(outcomes).toMatchObject([{ kind: 'forwarded', status: 200, bytes: body.byteLength }]);
            expect(request?.method).toBe('POST');
            expect(request?.url).toBe(`/api/${expected.project}/envelope/`);
            expect(request?.body.equals(body)).toBe(true);
            expect(others).toEqual([]);
          }
        },
      );
    });

    if (pathsAreRoutedByTheHost === undefined) describeApiDoor(start);

    it('S8 says which method it takes', async () => {
      expect((await post({ method: 'DELETE', body: new Uint8Array() })).headers.allow).toBe('POST');
    });

    if (pathsAreRoutedByTheHost === undefined) {
      it.each([
        ['/monitoring-tunnel', 200],
        ['/monitoring-tunnel/', 200],
        ['/', 404],
        ['/monitoring-tunnel2', 404],
        ['/monitoring-tunnel//', 404],
        ['/monitoring-tunnel/x', 404],
        ['/Monitoring-Tunnel', 404],
        ['/monitoring%2Dtunnel', 404],
        ['//monitoring-tunnel', 404],
      ])('S8 a POST to %s is answered %d', async (path, status) => {
        expect((await post({ path })).status).toBe(status);
        expect(ingest.received).toHaveLength(status === 200 ? 1 : 0);
      });

      it('S8 any path can be set', async () => {
        await restart({ path: '/a/b/' });
        expect((await post({ path: '/a/b' })).status).toBe(200);
        expect((await post({ path: '/monitoring-tunnel' })).status).toBe(404);
      });
    } else {
      it(`S8 answers wherever its host puts it: ${pathsAreRoutedByTheHost}`, async () => {
        expect((await post({ path: '/shop/monitoring-tunnel', query: 'o=450&p=4509' })).status).toBe(200);
        expect((await post({ path: '/shop/monitoring-tunnel', query: 'o=450&p=4510' })).status).toBe(403);
      });
    }

    describe('what crosses to ingest', () => {
      const received = async (headers: Record<string, string> = {}) => {
        await post({ headers });
        return (await ingest.waitFor()).headers;
      };

      it('S11 one explicit authentication, of the configured key', async () => {
        const headers = await received({
          'x-sentry-auth': 'Sentry sentry_key=0123456789abcdef0123456789abcdef, sentry_client=sdk/1',
          authorization: 'Basic YTpi',
        });
        expect(headers['x-sentry-auth']).toBe(
          'Sentry sentry_version=7, sentry_key=0123456789abcdef0123456789abcdef, sentry_client=adit-tunnel/0.1.0',
        );
        expect(headers).not.toHaveProperty('authorization');
        expect((await ingest.waitFor()).url).not.toContain('sentry_');
      });

      it('S11 the media type of envelopes, whatever the client calls it', async () => {
        const headers = await received({ 'content-type': 'text/plain;charset=UTF-8' });
        expect(headers['content-type']).toBe('application/x-sentry-envelope');
      });

      it('S11 user agent, client hints, origin and referer', async () => {
        const crossing = {
          'user-agent': 'Mozilla/5.0 (test)',
          'sec-ch-ua': '"Chromium";v="140"',
          'sec-ch-ua-platform': '"Linux"',
          'sec-ch-ua-mobile': '?0',
          'sec-ch-ua-form-factors': '"Desktop"',
          origin: 'https://app.example.com',
          referer: 'https://app.example.com/',
        };
        expect(await received({ ...crossing, 'sec-fetch-site': 'same-origin' })).toMatchObject(crossing);
      });

      it.each([
        ['https://app.example.com/cart?token=secret#top', 'https://app.example.com/'],
        ['https://app.example.com?token=secret', 'https://app.example.com/'],
        ['https://app.example.com', 'https://app.example.com/'],
      ])('S11 the origin alone of the referer %s', async (referer, crossing) => {
        expect((await received({ referer })).referer).toBe(crossing);
      });

      it('S11 nothing else', async () => {
        const headers = await received({
          cookie: 'session=1',
          'proxy-authorization': 'Basic YTpi',
          te: 'trailers',
          forwarded: 'for=192.0.2.9',
          via: '1.1 proxy',
          'x-real-ip': '192.0.2.9',
          'x-forwarded-host': 'evil.example.com',
          'x-sentry-relay-id': 'x',
          'x-anything': 'else',
        });
        const withoutClientsOwn = Object.keys(headers).filter((field) => !CLIENT_FIELDS.has(field));
        expect(withoutClientsOwn.sort()).toEqual(OWN_FIELDS);
      });

      it('S11 no foreign user agent where the client sent none', async () => {
        expect((await received())['user-agent'] ?? '').toBe('');
      });

      it('the peer as the client, whatever the client claims', async () => {
        const headers = await received({
          'x-forwarded-for': '192.0.2.1',
          'cf-connecting-ip': '192.0.2.2',
          'x-vercel-forwarded-for': '192.0.2.3',
          'x-sentry-forwarded-for': '192.0.2.4',
        });
        expect(headers['x-forwarded-for']).toBe('127.0.0.1');
        expect(headers).not.toHaveProperty('cf-connecting-ip');
        expect(headers).not.toHaveProperty('x-vercel-forwarded-for');
        expect(headers).not.toHaveProperty('x-sentry-forwarded-for');
      });

      it('the right-most untrusted hop behind a trusted proxy', async () => {
        await restart({ trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] });
        const headers = await received({ 'x-forwarded-for': '192.0.2.1, 198.51.100.7, 10.1.2.3' });
        expect(headers['x-forwarded-for']).toBe('198.51.100.7');
      });

      it('half an address, or none, on request', async () => {
        await restart({ clientIp: 'truncated' });
        expect((await received())['x-forwarded-for']).toBe('127.0.0.0');
        ingest.reset();
        await restart({ clientIp: 'none' });
        expect((await received())['x-forwarded-for']).toBe('0.0.0.0');
      });
    });

    describe('what crosses back', () => {
      it.each([
        [200, { 'x-sentry-rate-limits': '60:error:organization, 5::key' }],
        [200, {}],
        [400, {}],
        [403, {}],
        [413, {}],
        [429, { 'retry-after': '42', 'x-sentry-rate-limits': '42::organization:quota' }],
        [500, {}],
        [503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }],
      ])('S11 status %d, its body and %j', async (status, headers) => {
        const body = `{"detail":"é ${status}","causes":[]}\n`;
        ingest.respond({
          status,
          headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
          body,
        });
        const response = await post();
        expect(response.status).toBe(status);
        expect(response.headers).toMatchObject({
          ...headers,
          'content-type': 'application/json; charset=utf-8',
        });
        expect(response.body.toString()).toBe(body);
        expect(outcomes).toMatchObject([{ kind: 'forwarded', status }]);
      });

      it('S11 no other header', async () => {
        ingest.respond({
          headers: {
            'content-type': 'text/plain',
            'strict-transport-security': 'max-age=31536000',
            'set-cookie': ['a=1', 'b=2'],
            'alt-svc': 'h3=":443"',
            server: 'nginx',
            via: '1.1 relay',
            'access-control-allow-origin': '*',
            'cross-origin-resource-policy': 'cross-origin',
          },
        });
        const fields = Object.keys((await post()).headers).filter((field) => !SERVER_FIELDS.has(field));
        expect(fields.sort()).toEqual(['content-type', 'x-content-type-options']);
      });

      it.each([
        ['application/json', 'application/json'],
        ['Application/JSON;charset="utf-8"', 'Application/JSON;charset="utf-8"'],
        ['text/plain', 'text/plain'],
        ['text/html; charset=utf-8', SAFE_TYPE],
        ['image/svg+xml', SAFE_TYPE],
        ['text/javascript', SAFE_TYPE],
        ['application/json, text/html', SAFE_TYPE],
        ['text/plain/html', SAFE_TYPE],
        [undefined, SAFE_TYPE],
      ])('the content type %j as %j', async (contentType, expected) => {
        const headers: Record<string, string> =
          contentType === undefined ? {} : { 'content-type': contentType };
        ingest.respond({ status: 502, headers, body: '<script>alert(1)</script>' });
        const response = await post();
        expect(response.headers['content-type']).toBe(expected);
        expect(response.headers['x-content-type-options']).toBe('nosniff');
        expect(response.body.toString()).toBe('<script>alert(1)</script>');
      });

      it('nosniff with every answer of its own', async () => {
        const stored = { spool: createMemorySpool(), allowedOrigins: ['https://shop.example.com'] };
        await restart(stored);
        ingest.respond({ status: 503 });
        const preflight = { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' };
        const answers = [
          await post({ method: 'DELETE', body: new Uint8Array() }),
          await post({ body: Buffer.from('boom') }),
          await post({ method: 'OPTIONS', headers: preflight, body: new Uint8Array() }),
          await post(),
        ];
        expect(answers.map(({ status }) => status)).toEqual([405, 400, 204, 200]);
        expect(answers.map(({ headers }) => headers['x-content-type-options'])).toEqual(
          answers.map(() => 'nosniff'),
        );
      });

      const ANSWER = '{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}';
      const ENCODED = {
        gzip: gzipSync(ANSWER),
        'x-gzip': gzipSync(ANSWER),
        deflate: deflateSync(ANSWER),
        br: brotliCompressSync(ANSWER),
        ...(HAS_ZSTD && { zstd: buildZstdFrame({ blocks: [Buffer.from(ANSWER)] }) }),
      };

      it.each(Object.entries(ENCODED))(
        'a body in %s, which was not asked for, as text',
        async (coding, body) => {
          await restart({ decoders: createNodeDecoders() });
          ingest.respond({
            headers: { 'content-type': 'application/json', 'content-encoding': coding },
            body,
          });
          const response = await post();
          expect((await ingest.waitFor()).headers['accept-encoding']).toBe('identity');
          expect(response.headers).not.toHaveProperty('content-encoding');
          expect([response.status, response.body.toString()]).toEqual([200, ANSWER]);
        },
      );

      it.each([
        ['br', Buffer.from('\xffnot br', 'latin1')],
        ['gzip', gzipSync(ANSWER).subarray(0, -9)],
        ['gzip', gzipSync(Buffer.alloc(2_000_000))],
        ['gzip, gzip', gzipSync(gzipSync(ANSWER))],
      ])('no bytes of one in %s that cannot be read', async (coding, body) => {
        const limits = { 'x-sentry-rate-limits': '60:error:organization' };
        ingest.respond({ status: 429, headers: { 'content-encoding': coding, ...limits }, body });
        const response = await post();
        expect(response.headers).not.toHaveProperty('content-encoding');
        // A fetch that cannot read it, or only as more than 1 MiB, treats this as no answer.
        if (response.status === 502) return;
        expect(response.status).toBe(429);
        expect(response.headers).toMatchObject(limits);
        // A fetch also decodes two codings, and the available part of a truncated one.
        expect(['', ANSWER]).toContain(response.body.toString());
      });

      it('S11 repeated rate-limit lines, joined', async () => {
        ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': ['1:error:key', '2:span:key'] } });
        expect((await post()).headers['x-sentry-rate-limits']).toBe('1:error:key, 2:span:key');
      });

      it('S11 a body of any bytes, and none at all', async () => {
        const body = Uint8Array.from({ length: 256 }, (_, value) => value);
        ingest.respond({ body }, { body: '' }, { status: 204, body: '' });
        expect((await post()).body.equals(body)).toBe(true);
        expect((await post()).body.byteLength).toBe(0);
        expect((await post()).status).toBe(204);
      });
    });

    describe('failures', () => {
      it('answers 502 to a redirect and does not follow it', async () => {
        const elsewhere = await createScriptedIngest();
        for (const status of [301, 302, 303, 307, 308]) {
          ingest.respond({ status, headers: { location: `${elsewhere.origin}/api/42/envelope/` } });
          const response = await post();
          expect([response.status, detailOf(response)]).toEqual([502, 'ingest answered with a redirect']);
          expect(response.headers).not.toHaveProperty('location');
        }
        expect(elsewhere.received).toHaveLength(0);
        expect(subject.tunnel.stats().invalidAnswers).toBe(5);
        await elsewhere.close();
      });

      it('answers 502 when ingest cannot be reached', async () => {
        ingest.respondWith({ destroy: true });
        expect((await post()).status).toBe(502);
        const gone = await createScriptedIngest();
        await gone.close();
        await restart({ ingestOrigin: gone.origin });
        expect(detailOf(await post())).toBe('ingest cannot be reached');
        expect(outcomes).toMatchObject([{ kind: 'unreachable' }, { kind: 'unreachable', status: 502 }]);
      });

      it('answers 504 when ingest does not answer in time, and hangs up', async () => {
        await restart({ times: { ingestTimeoutMs: 50 } });
        ingest.respond({ hang: true });
        const response = await post();
        expect([response.status, detailOf(response)]).toEqual([504, 'ingest did not answer in time']);
        expect(subject.tunnel.stats().timedOut).toBe(1);
        await until(() => ingest.inFlight === 0);
      });

      it('answers 502 when the answer of ingest does not end', async () => {
        ingest.respond({ body: new Uint8Array(3_000_000) });
        expect((await post()).status).toBe(502);
        expect(outcomes).toMatchObject([{ kind: 'invalid-answer' }]);
      });
    });

    describe('size cap', () => {
      const body = buildEnvelope({
        dsn: TEST_DSNS.saas,
        items: [{ type: 'attachment', payload: new Uint8Array(300_000) }],
      });

      it('forwards an envelope that just fits, with and without an announced length', async () => {
        await restart({ maxEnvelopeBytes: body.byteLength });
        expect((await post({ body })).status).toBe(200);
        expect((await post({ body: inChunks(body, 10_000) })).status).toBe(200);
        expect(ingest.received.every((request) => request.body.equals(body))).toBe(true);
      });

      it('refuses one byte more, with and without an announced length', async () => {
        await restart({ maxEnvelopeBytes: body.byteLength - 1 });
        expect((await post({ body })).status).toBe(413);
        expect((await post({ body: inChunks(body, 10_000) })).status).toBe(413);
        expect(subject.tunnel.stats().refused['envelope-too-large']).toBe(2);
        expect(ingest.received).toHaveLength(0);
      });

      it('cuts a body off that never ends', async () => {
        await restart({ maxEnvelopeBytes: 1_000_000 });
        const endless = async function* (): AsyncGenerator<Uint8Array> {
          yield UNENDING;
          for (let sent = 0; sent < 3_000_000; sent += 10_000) {
            yield new Uint8Array(10_000);
            // Some runtimes read all of it before they open the connection that is to be cut off.
            if (sent === 200_000) await until(() => ingest.inFlight === 1);
          }
        };
        expect((await post({ body: endless() })).status).toBe(413);
        await until(() => ingest.aborted > 0);
        expect(ingest.received).toHaveLength(0);
        expect(subject.tunnel.stats().receivedBytes).toBeLessThan(3_000_000);
      });
    });

    describe('content codings, with decoders for all of them', () => {
      const encoders: Readonly<Record<string, (plain: Uint8Array) => Buffer>> = {
        gzip: (plain) => gzipSync(plain),
        'x-gzip': (plain) => gzipSync(plain),
        deflate: (plain) => deflateSync(plain),
        br: (plain) => brotliCompressSync(plain),
        ...(HAS_ZSTD && { zstd: (plain) => buildZstdFrame({ blocks: [plain] }) }),
      };

      it.each(Object.entries(encoders))('%s crosses as it came', async (coding, encode) => {
        await restart({ decoders: createNodeDecoders() });
        const body = encode(CONFORMANCE_ENVELOPE);
        expect((await post({ body, headers: { 'content-encoding': coding } })).status).toBe(200);
        expect(ingest.received[0]?.body.equals(body)).toBe(true);
        expect(ingest.received[0]?.headers['content-encoding']).toBe(coding);
        const broken = encode(Buffer.from('boom\n'));
        expect((await post({ body: broken, headers: { 'content-encoding': coding } })).status).toBe(400);
        expect(outcomes).toMatchObject([{ kind: 'forwarded' }, { reason: 'header-malformed' }]);
      });
    });

    describe('pages of other origins', () => {
      const fromShop = { origin: 'https://shop.example.com', 'sec-fetch-site': 'cross-site' };
      const preflight = {
        method: 'OPTIONS',
        body: new Uint8Array(),
        headers: { ...fromShop, 'access-control-request-method': 'POST' },
      };

      it('are refused, and told nothing', async () => {
        const response = await post({ headers: fromShop });
        expect([response.status, detailOf(response)]).toEqual([403, 'origin not allowed']);
        expect(response.headers).not.toHaveProperty('access-control-allow-origin');
        expect((await post(preflight)).status).toBe(405);
        expect(ingest.received).toHaveLength(0);
      });

      it('may post where they are allowed, and read their limits', async () => {
        await restart({ allowedOrigins: [fromShop.origin] });
        const asked = await post(preflight);
        expect([asked.status, asked.headers['access-control-allow-methods']]).toEqual([204, 'POST']);
        const response = await post({ headers: fromShop });
        expect(response.status).toBe(200);
        for (const { headers } of [asked, response]) {
          expect(headers).toMatchObject({
            'access-control-allow-origin': fromShop.origin,
            'access-control-expose-headers': 'x-sentry-rate-limits, retry-after',
            vary: 'origin',
          });
        }
      });
    });

    it('keeps a client waiting that sends too much', async () => {
      await restart({ throttle: createMemoryThrottle({ requests: 1, perMs: 60_000 }) });
      expect((await post()).status).toBe(200);
      const response = await post();
      expect([response.status, detailOf(response)]).toEqual([429, 'too many requests from this address']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(50);
      expect(ingest.received).toHaveLength(1);
    });

    it('gives a client up that stops sending', async () => {
      const clock = createFakeClock();
      await restart({ clock });
      const end = deferred();
      const stalling = async function* (): AsyncGenerator<Uint8Array> {
        yield CONFORMANCE_ENVELOPE.subarray(0, 10);
        await end.promise;
      };
      const response = post({ body: stalling() });
      await until(() => clock.pending > 0);
      await clock.advance(31_000);
      expect((await response).status).toBe(408);
      expect(detailOf(await response)).toBe('the request body did not arrive in time');
      expect(outcomes).toMatchObject([{ kind: 'refused', reason: 'body-timed-out' }]);
      end.resolve();
    });

    describe('rate limits', () => {
      const attachment = { type: 'attachment', payload: Uint8Array.of(0, 10, 255) };
      const event = { type: 'event', payload: { message: 'boom' } };
      const envelopeOf = (...items: (typeof attachment | typeof event)[]): Uint8Array =>
        buildEnvelope({ dsn: TEST_DSNS.saas, items });

      it('S11 are obeyed: only what is limited is dropped, and 429 the answer where nothing is left', async () => {
        ingest.respond({ headers: { 'x-sentry-rate-limits': '60:attachment:organization:quota' } });
        expect((await post()).status).toBe(200);
        const partly = await post({ body: envelopeOf(event, attachment) });
        expect(partly.status).toBe(200);
        expect(partly.headers['x-sentry-rate-limits']).toMatch(/^(?:60|59):attachment:organization:quota$/);
        expect(ingest.received[1]?.body.toString().trimEnd()).toBe(Buffer.from(envelopeOf(event)).toString());
        const nothing = await post({ body: envelopeOf(attachment) });
        expect([nothing.status, nothing.headers['retry-after']]).toEqual([
          429,
          expect.stringMatching(/^(?:60|59)$/),
        ]);
        expect(ingest.received).toHaveLength(2);
        expect(subject.tunnel.stats()).toMatchObject({
          limitedDsns: 1,
          discarded: { quota: { attachment: 6, attachment_item: 2 } },
        });
      });

      it('S11 are reported when the tunnel closes', async () => {
        ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:key:quota' } });
        await post();
        await post();
        await subject.tunnel.close();
        expect(ingest.received.at(-1)?.body.toString()).toContain(
          '"rate_limited_events":[{"reason":"quota","category":"error","quantity":1}]',
        );
      });
    });

    describe('a spool', () => {
      const large = buildEnvelope({
        dsn: TEST_DSNS.saas,
        items: [{ type: 'attachment', payload: new Uint8Array(300_000).map((_, index) => index * 7) }],
      });

      it('S11 takes what ingest cannot, and delivers it later', async () => {
        const clock = createFakeClock();
        await restart({ clock, spool: createMemorySpool() });
        ingest.respond({ status: 503 }, { status: 503 });
        const response = await post();
        expect([response.status, response.body.toString()]).toEqual([200, '{}']);
        expect((await post({ body: inChunks(large, 30_000) })).status).toBe(200);
        expect(outcomes).toMatchObject([
          { kind: 'spooled', cause: 'unavailable' },
          { kind: 'spooled', cause: 'unavailable' },
        ]);
        await clock.advance(1_000);
        await until(() => subject.tunnel.stats().redelivered >= 1);
        await clock.advance(1_000);
        await until(() => subject.tunnel.stats().redelivered === 2);
        const [, , small, second] = ingest.received;
        const bodyBehindHeader = ({ body }: { body: Buffer } = { body: Buffer.alloc(0) }): Buffer =>
          body.subarray(body.indexOf('\n'));
        expect(
          bodyBehindHeader(small).equals(CONFORMANCE_ENVELOPE.subarray(CONFORMANCE_ENVELOPE.indexOf(10))),
        ).toBe(true);
        expect(bodyBehindHeader(second).equals(large.subarray(large.indexOf(10)))).toBe(true);
        expect(small?.headers['x-forwarded-for']).toBe('127.0.0.1');
      });

      it('S11 that is full leaves 503', async () => {
        await restart({ spool: createMemorySpool({ maxBytes: 100 }) });
        ingest.respondWith({ destroy: true });
        const response = await post();
        expect([response.status, detailOf(response)]).toEqual([
          503,
          'ingest takes no envelopes at the moment, and the spool cannot store this one',
        ]);
        expect(subject.tunnel.stats().discarded).toEqual({ queue_overflow: { error: 1 } });
      });
    });

    it('S11 names the type of an item that is too large', async () => {
      const body = buildEnvelope({
        dsn: TEST_DSNS.saas,
        items: [{ type: 'check_in', payload: new Uint8Array(200_000) }],
      });
      const response = await post({ body });
      expect([response.status, detailOf(response)]).toEqual([
        413,
        "envelope exceeded size limits for type 'check_in' (https://develop.sentry.dev/sdk/envelopes/#size-limits)",
      ]);
    });

    it('S11 forwards a header line that arrives byte by byte', async () => {
      const response = await post({ body: inChunks(CONFORMANCE_ENVELOPE, 1) });
      expect(response.status).toBe(200);
      expect(ingest.received[0]?.body.equals(CONFORMANCE_ENVELOPE)).toBe(true);
    });

    it('counts a client that goes away before its envelope is complete, and cuts the forward off', async () => {
      const forwarding = deferred();
      const interrupted = async function* (): AsyncGenerator<Uint8Array> {
        yield UNENDING;
        yield new Uint8Array(200_000);
        await forwarding.promise;
        throw new Error('The client went away.');
      };
      const response = post({ body: interrupted() }).catch(() => undefined);
      await until(() => ingest.inFlight === 1);
      forwarding.resolve();
      await response;
      await until(() => ingest.aborted > 0);
      await until(() => subject.tunnel.stats().inFlight === 0);
      expect(ingest.received).toHaveLength(0);
      expect(outcomes).toEqual([expect.objectContaining({ kind: 'aborted' })]);
      expect(subject.tunnel.stats().aborted).toBe(1);
    });

    it('finishes what is in flight and answers 503 once it is closing', async () => {
      const answer = deferred();
      ingest.respondWith(async () => {
        await answer.promise;
        return { status: 200, body: 'late' };
      });
      const inFlight = post();
      await ingest.waitFor();
      const closing = subject.tunnel.close();
      expect(detailOf(await post())).toBe('the tunnel is shutting down');
      expect(subject.tunnel.stats()).toMatchObject({ inFlight: 1, refused: { closing: 1 } });
      answer.resolve();
      expect((await inFlight).body.toString()).toBe('late');
      await closing;
      expect(subject.tunnel.stats().inFlight).toBe(0);
    });
  });
}

/** An envelope up to the payload of an attachment, far from its end. */
const UNENDING = Buffer.from(
  `${Buffer.from(CONFORMANCE_ENVELOPE).toString()}\n{"type":"attachment","length":9000000}\n`,
);

const OWN_FIELDS = [
  'accept-encoding',
  'content-length',
  'content-type',
  'host',
  'x-forwarded-for',
  'x-sentry-auth',
];

/** The headers that the client of a runtime adds itself. */
const CLIENT_FIELDS = new Set(['accept', 'accept-language', 'connection', 'sec-fetch-mode', 'user-agent']);

/** The replacement for answers of any other type. */
const SAFE_TYPE = 'text/plain; charset=utf-8';

/** The headers that a Node server adds itself. */
const SERVER_FIELDS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

function describeExpectation(expected: ConformanceCase['expected']): string {
  return typeof expected === 'string' ? expected : `forwarded to project ${expected.project}`;
}

/** The first case of each result, and of each method. */
function oneOfEachResult(cases: readonly ConformanceCase[]): readonly ConformanceCase[] {
  const seen = new Set<string>();
  return cases.filter(({ method, expected }) => {
    const result = `${method} ${describeExpectation(expected)}`;
    const isNew = !seen.has(result);
    seen.add(result);
    return isNew;
  });
}

function detailOf({ body }: ContractResponse): unknown {
  return (JSON.parse(body.toString()) as { detail?: unknown }).detail;
}

async function* inChunks(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}
