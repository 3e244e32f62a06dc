import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { createListener, createNodeTransport } from './adapters/node.ts';
import { createTunnel, type Tunnel } from './index.ts';
import { startNodeServer, type NodeServer } from './testing/node-server.contract.ts';

/**
 * Whatever a client writes, nothing is sent to a host that is not configured. `evil` is a real server that a tunnel
 * believing its clients would reach; the control shows that it can be reached.
 */
describe('requests forged by a client', () => {
  let ingest: ScriptedIngest;
  let evil: ScriptedIngest;
  let tunnel: Tunnel;
  let server: NodeServer;

  beforeAll(async () => {
    ingest = await createScriptedIngest();
    evil = await createScriptedIngest();
    tunnel = createTunnel({ allowedDsns: [ingest.dsn()], transport: createNodeTransport() });
    server = await startNodeServer(createListener(tunnel));
  });
  beforeEach(() => {
    ingest.reset();
    evil.reset();
  });
  afterAll(async () => {
    await tunnel.close();
    await Promise.all([server.stop(), ingest.close(), evil.close()]);
  });

  const hostOf = ({ origin }: ScriptedIngest): string => new URL(origin).host;
  const envelopeFor = (dsn: string): Uint8Array =>
    buildEnvelope({ dsn, items: [{ type: 'event', payload: {} }] });
  const KEY = '0123456789abcdef0123456789abcdef';

  it('reach the other server where a tunnel believes them (control)', async () => {
    const dsn = new URL(evil.dsn());
    await fetch(`${dsn.origin}/api${dsn.pathname}/envelope/`, { method: 'POST', body: 'x' });
    expect(evil.received).toHaveLength(1);
  });

  it.each<[string, () => string]>([
    ['the other server’s own', () => evil.dsn()],
    ['the configured host as user', () => `http://${hostOf(ingest)}@${hostOf(evil)}/42`],
    ['the configured host as password', () => `http://${KEY}:${hostOf(ingest)}@${hostOf(evil)}/42`],
    ['two at signs', () => `http://${KEY}@${hostOf(ingest)}@${hostOf(evil)}/42`],
    ['an encoded at sign', () => `http://${KEY}@${hostOf(ingest)}%40${hostOf(evil)}/42`],
    ['a backslash', () => `http://${KEY}@${hostOf(evil)}\\@${hostOf(ingest)}/42`],
    ['a fragment', () => `http://${KEY}@${hostOf(evil)}#@${hostOf(ingest)}/42`],
    ['a query', () => `http://${KEY}@${hostOf(evil)}?@${hostOf(ingest)}/42`],
    ['a path that climbs', () => `http://${KEY}@${hostOf(ingest)}/../../${hostOf(evil)}/42`],
    ['a project that climbs', () => `http://${KEY}@${hostOf(ingest)}/42/../..`],
    ['a trailing dot', () => `http://${KEY}@${hostOf(ingest).replace(':', '.:')}/42`],
    ['a decimal address', () => `http://${KEY}@2130706433:${new URL(evil.origin).port}/42`],
    ['a mapped address', () => `http://${KEY}@[::ffff:127.0.0.1]:${new URL(evil.origin).port}/42`],
    ['full-width digits', () => ingest.dsn().replace('127', '１２７')],
    ['an ideographic full stop', () => ingest.dsn().replace('127.', '127。')],
    ['a Kelvin sign', () => ingest.dsn().replace('127', '\u212a127')],
    ['a newline', () => `http://${KEY}@${hostOf(ingest)}\n.${hostOf(evil)}/42`],
    ['a carriage return and a header', () => `${ingest.dsn()}\r\nhost: ${hostOf(evil)}`],
    ['a file', () => `file://${KEY}@${hostOf(ingest)}/42`],
    ['no protocol', () => `//${KEY}@${hostOf(evil)}/42`],
    ['a cloud’s metadata service', () => `http://${KEY}@169.254.169.254/42`],
  ])('dsn: %s', async (_what, dsn) => {
    expect((await server.send({ body: envelopeFor(dsn()) })).status).toBe(403);
    expect([ingest.received.length, evil.received.length]).toEqual([0, 0]);
  });

  it('upper case in the host: the request goes where the configuration says', async () => {
    const named = createTunnel({
      allowedDsns: [`http://${KEY}@localhost:${new URL(ingest.origin).port}/42`],
      transport: createNodeTransport(),
    });
    const response = await named.fetch(
      new Request('http://app.example.com/monitoring-tunnel', {
        method: 'POST',
        body: Buffer.from(envelopeFor(`http://${KEY}@LOCALHOST:${new URL(ingest.origin).port}/42`)),
      }),
    );
    expect(response.status).toBe(200);
    expect(ingest.received[0]?.headers.host).toBe(`localhost:${new URL(ingest.origin).port}`);
    await named.close();
  });

  it.each([
    ['o', (host: string) => `o=${host}/%23&p=42`],
    ['o as a subdomain', (host: string) => `o=1.${host}&p=42`],
    ['p', (host: string) => `o=0&p=42@${host}`],
    ['p that climbs', () => 'o=0&p=42/../../43'],
    ['r', (host: string) => `o=0&p=42&r=${host}`],
    ['an encoded slash in o', (host: string) => `o=%2F%2F${host}&p=42`],
    ['a newline in r', () => 'o=0&p=42&r=us%0d%0ahost:evil'],
  ])('query: %s', async (_what, query) => {
    expect((await server.send({ body: envelopeFor(ingest.dsn()), query: query(hostOf(evil)) })).status).toBe(
      400,
    );
    expect([ingest.received.length, evil.received.length]).toEqual([0, 0]);
  });

  it.each<[string, (host: string) => Record<string, string>]>([
    ['Host', (host) => ({ host })],
    ['X-Forwarded-Host', (host) => ({ 'x-forwarded-host': host })],
    ['Forwarded', (host) => ({ forwarded: `host=${host}` })],
    ['X-Original-URL', (host) => ({ 'x-original-url': `http://${host}/` })],
    ['X-HTTP-Method-Override', () => ({ 'x-http-method-override': 'GET' })],
    ['X-Sentry-Auth', () => ({ 'x-sentry-auth': 'Sentry sentry_key=1' })],
  ])('header: %s', async (_name, headers) => {
    const response = await server.send({ body: envelopeFor(ingest.dsn()), headers: headers(hostOf(evil)) });
    expect(response.status).toBe(200);
    expect(ingest.received[0]).toMatchObject({ method: 'POST', url: '/api/42/envelope/' });
    expect(ingest.received[0]?.headers.host).toBe(hostOf(ingest));
    expect(evil.received).toHaveLength(0);
  });

  it('request target: whom the absolute form names is ignored', async () => {
    const client = server.connect();
    const body = envelopeFor(ingest.dsn());
    client.write(
      `POST ${evil.origin}/monitoring-tunnel HTTP/1.1\r\nhost: ${hostOf(evil)}\r\ncontent-length: ${body.byteLength}\r\n\r\n`,
    );
    client.write(body);
    await ingest.waitFor();
    client.destroy();
    expect(evil.received).toHaveLength(0);
  });

  it('redirect: the other server is not asked', async () => {
    ingest.respondWith({ status: 307, headers: { location: `${evil.origin}/api/42/envelope/` } });
    expect((await server.send({ body: envelopeFor(ingest.dsn()) })).status).toBe(502);
    expect(evil.received).toHaveLength(0);
  });

  it('a body that ends early cannot smuggle a second request', async () => {
    const body = envelopeFor(ingest.dsn());
    const smuggled = `POST /api/1/store/ HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`;
    const response = await tunnel.fetch(
      new Request('http://app.example.com/monitoring-tunnel', {
        method: 'POST',
        headers: { 'content-length': String(body.byteLength) },
        body: Buffer.concat([body, Buffer.from(smuggled)]),
      }),
    );
    expect(response.status).toBe(400);
    expect(ingest.received).toHaveLength(0);
  });
});
