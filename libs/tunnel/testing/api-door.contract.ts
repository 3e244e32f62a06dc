import { deflateSync, gzipSync } from 'node:zlib';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import type { Outcome, OutcomeDetail, TunnelOptions } from '../src/index.ts';
import { createMemorySpool } from '@adit/spool/memory';
import type { ContractRequest, ContractResponse, ContractSubject } from './tunnel.contract.ts';
import { keepIn } from './stubbed-tunnel.helper.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const OTHER_KEY = 'fedcba9876543210fedcba9876543210';
const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';

/** The address that server SDKs use as ingest. */
const DOOR = `https://${KEY}@tunnel.example.com`;

const EVENT = { event_id: EVENT_ID, message: 'it broke' };
const items = [{ type: 'event', payload: EVENT }];

/** An envelope of an SDK that authenticates with a header. */
const PLAIN = buildEnvelope({ header: { event_id: EVENT_ID }, items });
const WITH_DSN = buildEnvelope({ dsn: `${DOOR}/42`, header: { event_id: EVENT_ID }, items });

const auth = (key: string): Readonly<Record<string, string>> => ({
  'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}, sentry_client=sentry.python/2.0`,
});
const AUTH = auth(KEY);
const basic = (user: string): string => `Basic ${Buffer.from(`${user}:`).toString('base64')}`;

/** `Base64.strict_encode64(Zlib::Deflate.deflate(json))` of Ruby 3.1 for {@link EVENT}. */
const RAVEN_RUBY =
  'eJyrVkotS80ric9MUbJSskxNNrdMNjZOTba0NDFKTLIwNjU2tbBMS04ySjUwSUlW0lHKTS0uTkxPBSrOLFFIKsrPTlWqBQDMXhTv';

const packed = (json: string): Uint8Array => Buffer.from(deflateSync(json).toString('base64'));

const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

const CSP = {
  'csp-report': { 'document-uri': 'https://shop.example.com/', 'violated-directive': 'img-src' },
};
const NETWORK_ERROR = { age: 1, type: 'network-error', url: 'https://shop.example.com/', body: {} };
const VIOLATION = { age: 2, type: 'csp-violation', url: 'https://shop.example.com/', body: {} };

/** Tests of the API door for every adapter. */
export function describeApiDoor(start: (options: TunnelOptions) => Promise<ContractSubject>): void {
  describe('the API door', () => {
    let ingest: ScriptedIngest;
    let subject: ContractSubject;
    let outcomes: Outcome[];
    let endpoints: OutcomeDetail['endpoint'][];

    const open = async (options: Partial<TunnelOptions> = {}): Promise<void> => {
      subject = await start({
        allowedDsns: [`https://${KEY}@sentry.example.com/42`, `https://${OTHER_KEY}@sentry.example.com/43`],
        ingestOrigin: ingest.origin,
        apiPath: '/',
        tell: (fact, { endpoint }) => {
          keepIn(outcomes)(fact);
          endpoints.push(endpoint);
        },
        ...options,
      });
    };
    const reopen = async (options: Partial<TunnelOptions>): Promise<void> => {
      await subject.stop();
      await open(options);
    };
    const post = (request: ContractRequest): Promise<ContractResponse> =>
      subject.send({ path: '/api/42/envelope/', body: PLAIN, ...request });
    const refusals = (): unknown[] =>
      outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.reason : outcome.kind));
    const bodies = (): string[] => ingest.received.map(({ body }) => body.toString());

    beforeAll(async () => {
      ingest = await createScriptedIngest();
    });
    beforeEach(async () => {
      ingest.reset();
      outcomes = [];
      endpoints = [];
      await open();
    });
    afterEach(() => subject.stop());
    afterAll(() => ingest.close());

    describe('takes an envelope', () => {
      it.each<[string, ContractRequest]>([
        ['by header', { headers: AUTH }],
        ['by Authorization', { headers: { authorization: AUTH['x-sentry-auth'] as string } }],
        ['by basic authentication', { headers: { authorization: basic(KEY) } }],
        ['by query', { query: `sentry_version=7&sentry_key=${KEY}` }],
        ['by the DSN of its header line, whose host is the door’s', { body: WITH_DSN }],
        ['by header and its own DSN, which agree', { headers: AUTH, body: WITH_DSN }],
        ['without the slash at the end', { path: '/api/42/envelope', headers: AUTH }],
        ['whatever o, p and r of the query mean', { query: 'o=1&p=nobody&r=xyz', headers: AUTH }],
        [
          'by the DSN, beside the user of a password',
          { body: WITH_DSN, headers: { authorization: basic('jo') } },
        ],
        ['in gzip', { headers: { ...AUTH, 'content-encoding': 'gzip' }, body: gzipSync(PLAIN) }],
        ['in gzip, by its DSN', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(WITH_DSN) }],
      ])('%s', async (_how, request) => {
        const response = await post(request);
        expect([response.status, refusals()]).toEqual([200, ['forwarded']]);
        const [received] = ingest.received;
        expect(received?.url).toBe('/api/42/envelope/');
        expect(received?.headers['x-sentry-auth']).toBe(
          `Sentry sentry_version=7, sentry_key=${KEY}, sentry_client=adit-tunnel/0.1.0`,
        );
        expect(received?.headers['content-encoding']).toBe(request.headers?.['content-encoding']);
        expect(received?.body.equals((request.body as Uint8Array | undefined) ?? PLAIN)).toBe(true);
      });

      it('for each of its projects', async () => {
        await post({ path: '/api/43/envelope/', headers: auth(OTHER_KEY) });
        expect(ingest.received.map(({ url }) => url)).toEqual(['/api/43/envelope/']);
      });
    });

    it.each<[string, string, number, ContractRequest]>([
      ['auth-missing', 'without a key', 401, {}],
      ['auth-malformed', 'of a header without a key', 401, { headers: { 'x-sentry-auth': 'Sentry a=b' } }],
      ['auth-multiple', 'with two keys', 401, { headers: AUTH, query: `sentry_key=${KEY}` }],
      ['dsn-not-allowed', 'with a foreign key', 403, { headers: auth('f'.repeat(32)) }],
      ['dsn-not-allowed', 'with a foreign key in its DSN', 403, { body: dsnOf('f'.repeat(32), '42') }],
      ['dsn-not-allowed', 'with the key of another project', 403, { headers: auth(OTHER_KEY) }],
      ['dsn-not-allowed', 'of a foreign project', 403, { path: '/api/44/envelope/', headers: AUTH }],
      ['dsn-not-allowed', 'with a DSN that is none', 403, { body: buildEnvelope({ dsn: 'x', items }) }],
      ['auth-disagrees', 'whose DSN has another key', 403, { headers: AUTH, body: dsnOf(OTHER_KEY, '42') }],
      ['project-disagrees', 'whose DSN has another project', 403, { body: dsnOf(OTHER_KEY, '43') }],
      ['header-malformed', 'without a header line', 400, { headers: AUTH, body: Buffer.from('boom') }],
      ['method-not-allowed', 'by GET', 405, { method: 'GET', body: new Uint8Array() }],
    ])('answers %s to an envelope %s', async (reason, _what, status, request) => {
      const response = await post(request);
      expect([response.status, refusals()]).toEqual([status, [reason]]);
      expect(ingest.received).toEqual([]);
    });

    it('is closed by default, and its paths are those of the application', async () => {
      await reopen({ apiPath: undefined });
      expect((await post({ headers: AUTH })).status).toBe(404);
      expect((await subject.send({ body: WITH_DSN })).status).toBe(403);
      expect(ingest.received).toEqual([]);
    });

    it.each([
      ['/sentry', '/sentry/api/42/envelope/', 200],
      ['/sentry/', '/sentry/api/42/envelope/', 200],
      ['/sentry', '/api/42/envelope/', 404],
      ['/sentry', '/sentry/monitoring-tunnel', 404],
      ['/', '//api/42/envelope/', 404],
      ['/', '/api/42/envelope/x', 404],
      ['/', '/api/x/envelope/', 404],
      ['/', '/api/envelope/', 404],
    ])('S8 with the prefix %s, a POST to %s is answered %d', async (apiPath, path, status) => {
      await reopen({ apiPath });
      expect((await post({ path, headers: AUTH })).status).toBe(status);
      expect(ingest.received).toHaveLength(status === 200 ? 1 : 0);
    });

    it.each([
      ['/api/42/minidump/', 'a minidump is a multipart upload and no envelope: send it to ingest itself'],
      [
        '/api/42/otlp/v1/traces',
        'OTLP is no envelope: send it to an OpenTelemetry Collector, or to ingest itself',
      ],
      [
        `/api/42/unreal/${KEY}/`,
        'a crash report of Unreal Engine is an upload and no envelope: send it to ingest itself',
      ],
      ['/api/42/nel/', 'send network error reports to /security/ of the same project'],
    ])('says why %s is not here', async (path, detail) => {
      const response = await post({ path });
      expect([response.status, JSON.parse(response.body.toString())]).toEqual([404, { detail }]);
      expect(refusals()).toEqual(['endpoint-unsupported']);
    });

    it('says of each request where it came in', async () => {
      const security = { path: '/api/42/security/', query: `sentry_key=${KEY}` };
      const dsn = `https://${KEY}@sentry.example.com/42`;
      await post({ headers: AUTH });
      await post({ path: '/api/42/store/', headers: AUTH, body: bytesOf(EVENT) });
      await post({ ...security, body: bytesOf([VIOLATION, VIOLATION]) });
      await subject.send({ body: buildEnvelope({ dsn, items }) });
      await post({ path: '/api/42/store/' });
      await post({ method: 'GET', body: new Uint8Array() });
      await post({ path: '/api/42/nel/' });
      expect(endpoints).toEqual([
        'envelope',
        'store',
        'security',
        'security',
        'tunnel',
        'store',
        'envelope',
        undefined,
      ]);
    });

    it('is for pages of other origins only if they are allowed', async () => {
      const headers = { ...AUTH, origin: 'https://shop.example.org', 'sec-fetch-site': 'cross-site' };
      expect((await post({ headers })).status).toBe(403);
      const preflight: ContractRequest = {
        method: 'OPTIONS',
        path: '/api/42/envelope/',
        headers: { origin: 'https://shop.example.org', 'access-control-request-method': 'POST' },
        body: new Uint8Array(),
      };
      expect((await subject.send(preflight)).status).toBe(405);

      await reopen({ allowedOrigins: ['https://shop.example.org'] });
      const allowed = await subject.send(preflight);
      expect(allowed.status).toBe(204);
      expect(allowed.headers['access-control-allow-headers']).toContain('x-sentry-auth');
      const answered = await post({ headers });
      expect(answered.status).toBe(200);
      expect(answered.headers['access-control-allow-origin']).toBe('https://shop.example.org');
    });

    describe('tells ingest', () => {
      const told = async (request: ContractRequest): Promise<unknown> => {
        await subject.send(request);
        return ingest.received.at(-1)?.headers['x-forwarded-for'];
      };
      const from = (address: string): ContractRequest => ({
        path: '/api/42/envelope/',
        body: PLAIN,
        headers: { ...AUTH, 'x-forwarded-for': address },
      });

      it('no address of the servers that send, but that of a phone', async () => {
        expect(await told(from('198.51.100.7'))).toBe('0.0.0.0');
        await reopen({ trustedProxies: ['127.0.0.1'] });
        expect(await told(from('10.1.2.3'))).toBe('0.0.0.0');
        expect(await told(from('fd00::7'))).toBe('0.0.0.0');
        expect(await told(from('198.51.100.7'))).toBe('198.51.100.7');
        await reopen({ trustedProxies: ['127.0.0.1'], clientIp: 'truncated' });
        expect(await told(from('::1'))).toBe('0.0.0.0');
        expect(await told(from('198.51.100.7'))).toBe('198.51.100.0');
      });

      it('that of a visitor at the tunnel path (control)', async () => {
        const dsn = `https://${KEY}@sentry.example.com/42`;
        expect(await told({ body: buildEnvelope({ dsn, items }) })).toBe('127.0.0.1');
      });
    });

    it('keeps what comes in an outage and delivers it', async () => {
      await reopen({ spool: createMemorySpool() });
      ingest.respond({ status: 503 });
      const response = await post({ body: WITH_DSN });
      expect([response.status, JSON.parse(response.body.toString())]).toEqual([200, { id: EVENT_ID }]);
      expect(outcomes).toMatchObject([{ kind: 'spooled' }]);
      await ingest.waitFor(({ body }) => ingest.received.length > 1 && body.equals(Buffer.from(WITH_DSN)));
      expect(ingest.received.map(({ url }) => url)).toEqual(['/api/42/envelope/', '/api/42/envelope/']);
      expect(new Set(bodies()).size).toBe(1);
    });

    describe('takes an event at /store/', () => {
      const store = (request: ContractRequest): Promise<ContractResponse> =>
        post({ path: '/api/42/store/', headers: AUTH, body: bytesOf(EVENT), ...request });

      it.each<[string, ContractRequest]>([
        ['plain', {}],
        [
          'in base64 of zlib, as the Ruby gem raven sends it',
          { headers: { ...AUTH, 'content-type': 'application/octet-stream' }, body: Buffer.from(RAVEN_RUBY) },
        ],
        ['in gzip', { headers: { ...AUTH, 'content-encoding': 'gzip' }, body: gzipSync(bytesOf(EVENT)) }],
        [
          'in deflate, by query',
          {
            headers: { 'content-encoding': 'deflate' },
            query: `sentry_key=${KEY}`,
            body: deflateSync(bytesOf(EVENT)),
          },
        ],
      ])('%s', async (_how, request) => {
        expect((await store(request)).status).toBe(200);
        const payload = JSON.stringify(EVENT);
        expect(bodies()).toEqual([
          `{"event_id":"${EVENT_ID}"}\n{"type":"event","length":${payload.length}}\n${payload}`,
        ]);
        expect(ingest.received[0]?.url).toBe('/api/42/envelope/');
        expect(ingest.received[0]?.headers).not.toHaveProperty('content-encoding');
        expect(outcomes).toMatchObject([{ kind: 'forwarded' }]);
      });

      it('of 900 KB, in pieces', async () => {
        const body = bytesOf({ ...EVENT, message: 'x'.repeat(900_000) });
        expect((await store({ body: inHalves(body) })).status).toBe(200);
        expect(ingest.received[0]?.body.subarray(-body.byteLength).equals(body)).toBe(true);
      });

      it('and keeps it in an outage, with a name for one that has none', async () => {
        await reopen({ spool: createMemorySpool() });
        ingest.respond({ status: 503 });
        const response = await store({ body: bytesOf({ message: 'no name' }) });
        const { id } = JSON.parse(response.body.toString()) as { id: string };
        expect(id).toMatch(/^[\da-f]{32}$/);
        await ingest.waitFor(() => ingest.received.length === 2);
        expect(bodies()[1]).toMatch(`{"event_id":"${id}"}\n{"type":"event",`);
      });

      it.each<[string, number, ContractRequest]>([
        ['auth-missing', 401, { headers: {} }],
        ['dsn-not-allowed', 403, { headers: auth(OTHER_KEY) }],
        ['event-malformed', 400, { body: Buffer.from('[]') }],
        // Base64 of garbage, of something that is not an event, and of something that grows too large.
        ['encoding-invalid', 400, { body: Buffer.from('Z2FyYmFnZQ==') }],
        ['event-malformed', 400, { body: packed('[]') }],
        ['envelope-too-large', 413, { body: packed(JSON.stringify({ message: 'x'.repeat(1_048_576) })) }],
        // Not base64.
        ['event-malformed', 400, { body: Buffer.from(`${RAVEN_RUBY}!`) }],
        ['event-malformed', 400, { body: bytesOf({ event_id: 'x' }) }],
        ['body-empty', 400, { body: new Uint8Array() }],
        ['encoding-unsupported', 415, { headers: { ...AUTH, 'content-encoding': 'lzma' } }],
        ['encoding-invalid', 400, { headers: { ...AUTH, 'content-encoding': 'gzip' } }],
        [
          'encoding-invalid',
          400,
          { headers: { ...AUTH, 'content-encoding': 'gzip' }, body: gzipSync('{}').subarray(0, -4) },
        ],
        ['envelope-too-large', 413, { body: new Uint8Array(1_048_577) }],
        [
          'envelope-too-large',
          413,
          {
            headers: { ...AUTH, 'content-encoding': 'gzip' },
            body: gzipSync(bytesOf({ message: 'x'.repeat(1_048_576) })),
          },
        ],
      ])('answers %s with %d', async (reason, status, request) => {
        expect((await store(request)).status).toBe(status);
        expect(refusals()).toEqual([reason]);
        expect(ingest.received).toEqual([]);
      });

      it('refuses base64 of a stream that breaks off', async () => {
        expect((await store({ body: Buffer.from(RAVEN_RUBY.slice(0, -16)) })).status).toBe(400);
        // A decoder that does not report the fault returns a part of the event.
        expect(['encoding-invalid', 'event-malformed']).toContain(refusals()[0]);
        expect(ingest.received).toEqual([]);
      });
    });

    describe('takes reports at /security/', () => {
      const report = (request: ContractRequest): Promise<ContractResponse> =>
        post({
          path: '/api/42/security/',
          query: `sentry_key=${KEY}&sentry_release=shop%401&sentry_environment=production`,
          headers: {
            'content-type': 'application/csp-report',
            origin: 'null',
            'sec-fetch-site': 'cross-site',
          },
          body: bytesOf(CSP),
          ...request,
        });
      const TAGS = '"sentry_release":"shop@1","sentry_environment":"production"';

      it('of a page, with the origin `null`', async () => {
        const response = await report({});
        expect(response.status).toBe(200);
        const payload = JSON.stringify(CSP);
        expect(bodies()[0]?.replace(/[\da-f]{32}/, 'ID')).toBe(
          `{"event_id":"ID"}\n{"type":"raw_security",${TAGS},"length":${payload.length}}\n${payload}`,
        );
        expect(ingest.received[0]?.headers).not.toHaveProperty('origin');
      });

      it('but no envelope of such an origin (control)', async () => {
        const response = await report({ path: '/api/42/envelope/', body: PLAIN });
        expect([response.status, refusals()]).toEqual([403, ['origin-not-allowed']]);
      });

      it('after a preflight from anywhere', async () => {
        const response = await report({
          method: 'OPTIONS',
          headers: { origin: 'https://shop.example.org', 'access-control-request-method': 'POST' },
          body: new Uint8Array(),
        });
        expect([response.status, response.headers['access-control-allow-origin']]).toEqual([204, '*']);
      });

      it('of the Reporting API, each in an envelope of its own', async () => {
        const response = await report({ body: bytesOf([VIOLATION, NETWORK_ERROR, VIOLATION]) });
        expect(response.status).toBe(200);
        expect(bodies().map((body) => body.split('\n').slice(1))).toEqual(
          [VIOLATION, NETWORK_ERROR, VIOLATION].map((payload) => {
            const type = payload === NETWORK_ERROR ? '"nel"' : `"raw_security",${TAGS}`;
            const text = JSON.stringify(payload);
            return [`{"type":${type},"length":${text.length}}`, text];
          }),
        );
        expect(refusals()).toEqual(['forwarded', 'forwarded', 'forwarded']);
        expect(subject.tunnel.stats()).toMatchObject({ inFlight: 0 });
      });

      it('and answers 200 if ingest takes one of them', async () => {
        ingest.respond({ status: 400 }, {}, { status: 400 });
        expect((await report({ body: bytesOf([VIOLATION, VIOLATION, VIOLATION]) })).status).toBe(200);
        expect(outcomes).toMatchObject([{ status: 400 }, { status: 200 }, { status: 400 }]);
        ingest.respondWith({ status: 400 });
        expect((await report({ body: bytesOf([VIOLATION, VIOLATION]) })).status).toBe(400);
      });

      it.each<[string, number, ContractRequest]>([
        ['auth-malformed', 401, { query: 'sentry_release=1' }],
        ['auth-missing', 401, { query: '' }],
        ['dsn-not-allowed', 403, { query: `sentry_key=${OTHER_KEY}` }],
        ['report-malformed', 400, { body: bytesOf([]) }],
        ['report-malformed', 400, { body: bytesOf([VIOLATION, 1]) }],
        ['report-malformed', 400, { body: Buffer.from('{} {}') }],
        ['reports-too-many', 413, { body: bytesOf(new Array(101).fill(VIOLATION)) }],
      ])('answers %s with %d', async (reason, status, request) => {
        expect((await report(request)).status).toBe(status);
        expect(refusals()).toEqual([reason]);
        expect(ingest.received).toEqual([]);
      });
    });
  });
}

function dsnOf(key: string, project: string): Uint8Array {
  return buildEnvelope({ dsn: `https://${key}@tunnel.example.com/${project}`, items });
}

async function* inHalves(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, bytes.byteLength / 2);
  yield bytes.subarray(bytes.byteLength / 2);
}
