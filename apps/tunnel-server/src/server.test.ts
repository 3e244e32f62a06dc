import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildEnvelope,
  createFakeClock,
  createScriptedIngest,
  deferred,
  type ScriptedIngest,
} from '@adit/testing';
import { readConfig, type ServerConfig } from './config/config.ts';
import { HTTP_LIMITS } from './http/http-server.ts';
import { startServer, type TunnelServer } from './server.ts';
import { recordLog, type RecordedLog } from '../testing/record-log.helper.ts';
import { checkTunnelOptions, type TunnelProcessOptions } from './process/tunnel-process.ts';

let ingest: ScriptedIngest;
let folder: string;
const running: TunnelServer[] = [];

beforeEach(async () => {
  ingest = await createScriptedIngest();
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
});

afterEach(async () => {
  ingest.respondWith(undefined);
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await ingest.close();
  rmSync(folder, { recursive: true, force: true });
});

const configOf = (env: Readonly<Record<string, string>> = {}): ServerConfig =>
  readConfig({
    env: { ADIT_DSNS: ingest.dsn(), PORT: '0', ADIT_ADMIN_PORT: '0', ADIT_SPOOL: 'off', ...env },
    workingDirectory: folder,
    readFile: () => '',
  });

async function start(
  env: Readonly<Record<string, string>> = {},
  options: Partial<TunnelProcessOptions> = {},
): Promise<TunnelServer & RecordedLog> {
  const recorded = recordLog();
  const httpLimits = { ...HTTP_LIMITS, idleGraceMs: 20 };
  const server = await startServer({ config: configOf(env), log: recorded.log, httpLimits, ...options });
  running.push(server);
  return { ...server, ...recorded };
}

const envelope = (message = 'hello'): Uint8Array<ArrayBuffer> =>
  buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: { message } }] });
const post = ({ url }: TunnelServer, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: envelope(), headers });
const ready = async ({ adminUrl }: TunnelServer): Promise<unknown> => {
  const response = await fetch(`${adminUrl}/healthz/ready`);
  return [response.status, await response.json()];
};

/** The samples of `/metrics`, by name and labels. Fails on lines with a wrong format. */
async function scrape({ adminUrl }: TunnelServer): Promise<Map<string, number>> {
  const response = await fetch(`${adminUrl}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples = new Map<string, number>();
  for (const line of (await response.text()).trimEnd().split('\n')) {
    if (line === '' || /^# (HELP|TYPE|UNIT) [a-z_0-9]+ /.test(line)) continue;
    const [, name, labels = '', value] =
      /^([a-zA-Z_:][\w:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})? (\S+)$/.exec(line) ?? [];
    expect([line, name]).toEqual([line, expect.any(String)]);
    samples.set(`${name!}${labels}`, Number(value));
  }
  return samples;
}

describe('startServer', () => {
  it('forwards an envelope to the configured ingest', async () => {
    const response = await post(await start());

    expect(response.status).toBe(200);
    expect(ingest.received[0]?.body).toEqual(Buffer.from(envelope()));
  });

  it('answers admin endpoints on the admin port only', async () => {
    const server = await start();

    expect(await ready(server)).toEqual([200, { is_healthy: true }]);
    for (const path of ['/healthz/live', '/healthz/ready', '/metrics']) {
      expect((await fetch(new URL(path, server.url))).status).toBe(404);
    }
  });

  it('logs its configuration without keys', async () => {
    const { entries } = await start({
      ADIT_THROTTLE: '5/s',
      ADIT_SPOOL: 'memory',
      ADIT_SPOOL_MAX_BYTES: '1MiB',
    });

    expect(entries.at(-1)).toMatchObject({
      event: 'started',
      spool: 'memory',
      throttle: '5 in 1000 ms',
      dsns: 1,
    });
    expect(JSON.stringify(entries)).not.toContain('0123456789abcdef');
  });

  it('accepts envelopes from the same origin and from allowed origins', async () => {
    const server = await start({ ADIT_ALLOWED_ORIGINS: 'https://shop.example' });
    const statusOf = async (origin: string): Promise<number> =>
      (await post(server, { origin, 'sec-fetch-site': 'cross-site' })).status;

    expect([await statusOf('https://shop.example'), await statusOf('https://evil.example')]).toEqual([
      200, 403,
    ]);
  });

  it('throttles each client', async () => {
    const server = await start({ ADIT_THROTTLE: '2/h' });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await post(server)).status);

    expect(statuses).toEqual([200, 200, 429]);
  });

  it('decodes compressed envelopes to check them', async () => {
    const server = await start();
    const { gzipSync } = await import('node:zlib');
    const response = await fetch(server.url, {
      method: 'POST',
      body: new Uint8Array(gzipSync(envelope())),
      headers: { 'content-encoding': 'gzip' },
    });

    expect(response.status).toBe(200);
  });

  it('tells pages of its own origin the DSN and the environment, and completes what they sent before', async () => {
    const server = await start({ SENTRY_ENVIRONMENT: 'staging' });
    const settings = await fetch(server.url);

    expect(await settings.json()).toEqual({ dsn: ingest.dsn(), environment: 'staging' });
    expect(settings.headers.get('access-control-allow-origin')).toBeNull();
    const early = '{"dsn":"adit"}\n{"type":"event"}\n{"message":"early"}';
    expect((await fetch(server.url, { method: 'POST', body: early })).status).toBe(200);
    expect(ingest.received[0]?.body.toString()).toContain('{"environment":"staging","message":"early"}');
  });

  it('answers 405 to pages that ask, if it has several DSNs', async () => {
    const server = await start({ ADIT_DSNS: `${ingest.dsn()},https://key@o1.ingest.sentry.io/2` });

    expect((await fetch(server.url)).status).toBe(405);
  });

  it('logs once that it closes connections for others', async () => {
    const server = await start({}, { httpLimits: { ...HTTP_LIMITS, maxConnections: 1, idleGraceMs: 1 } });
    const port = Number(new URL(server.url).port);
    let holder = connect(port, '127.0.0.1');
    for (let count = 0; count < 3; count += 1) {
      const closed = once(holder.resume(), 'close');
      holder = connect(port, '127.0.0.1');
      await closed;
    }
    holder.destroy();

    expect(server.events().filter((event) => event === 'connections-dropped')).toHaveLength(1);
  });

  it.each([['PORT'], ['ADIT_ADMIN_PORT']])('fails if %s is in use, and closes the spool', async (name) => {
    const env = { ADIT_SPOOL: 'disk:spool' };
    const port = new URL(ingest.origin).port;

    await expect(start({ ...env, [name]: port })).rejects.toThrow(`${name}="${port}" is in use`);
    expect((await post(await start(env))).status).toBe(200);
  });

  it('fails if another server uses the spool', async () => {
    await start({ ADIT_SPOOL: 'disk:spool' });

    await expect(start({ ADIT_SPOOL: 'disk:spool' })).rejects.toThrow(
      /^ADIT_SPOOL="disk:.*\/spool" cannot be opened \(.*in use.*\): use a writable folder/,
    );
  });
});

describe('checkTunnelOptions', () => {
  it.each([
    [{ ADIT_TRUSTED_PROXIES: '10.0.0.0/8,x' }, 'ADIT_TRUSTED_PROXIES[1]="x" is not valid: use an address'],
    [
      { ADIT_ALLOWED_ORIGINS: 'https://a.example/b' },
      'ADIT_ALLOWED_ORIGINS[0]="https://a.example/b" is not valid',
    ],
    [
      { ADIT_INGEST_ORIGIN: 'ftp://x' },
      'ADIT_INGEST_ORIGIN="ftp://x" is not valid: use an http or https origin',
    ],
    [{ ADIT_PATH: '/a?b' }, 'ADIT_PATH="/a?b" is not valid: use a path'],
    [
      { ADIT_DSNS: 'https://key@host/abc' },
      'ADIT_DSNS[0]="https://…@host/abc" is not valid: use a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER; the project must be a number',
    ],
  ])('names the accepted values for %j', async (env, message) => {
    await expect(checkTunnelOptions(configOf(env))).rejects.toThrow(message);
  });

  it('opens nothing before everything is checked', async () => {
    await expect(start({ ADIT_SPOOL: 'disk:spool', ADIT_PATH: 'no' })).rejects.toThrow('ADIT_PATH');
    expect(existsSync(join(folder, 'spool'))).toBe(false);
  });
});

describe('an outage', () => {
  it.each([['memory'], ['disk:spool']])('loses nothing with the spool %s', async (spool) => {
    const server = await start({ ADIT_SPOOL: spool });
    ingest.respond({ status: 503 });

    expect((await post(server)).status).toBe(200);
    await ingest.waitFor(() => ingest.received.length === 2);
    expect(ingest.received[1]?.body.toString()).toContain('hello');
    expect(server.events()).toContain('outage-began');
  });

  it('leaves the server ready while the spool has room', async () => {
    const server = await start({ ADIT_SPOOL: 'memory', ADIT_SPOOL_MAX_BYTES: '4KiB' });
    ingest.respondWith({ status: 503 });
    expect((await post(server)).status).toBe(200);
    expect(await ready(server)).toEqual([200, { is_healthy: true }]);

    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await post(server)).status);
    expect(statuses.at(-1)).toBe(503);
    expect(await ready(server)).toEqual([503, { is_healthy: false }]);
    expect(server.events()).toContain('spool-full');
  });

  it('makes the server unready if the spool fails', async () => {
    const server = await start({ ADIT_SPOOL: 'disk:spool' });
    ingest.respondWith({ status: 503 });
    rmSync(join(folder, 'spool'), { recursive: true });
    writeFileSync(join(folder, 'spool'), 'a file');

    expect((await post(server)).status).toBe(503);
    expect(await ready(server)).toEqual([503, { is_healthy: false }]);
    expect(server.events()).toEqual(expect.arrayContaining(['spool-unusable', 'spool-failing']));
  });

  it('makes the server unready for a while if the spool folder is deleted, and loses nothing it acknowledges', async () => {
    const server = await start({ ADIT_SPOOL: 'disk:spool' });
    ingest.respondWith({ status: 503 });
    for (let count = 0; count < 20; count += 1) expect((await post(server)).status).toBe(200);
    rmSync(join(folder, 'spool'), { recursive: true });

    expect((await post(server)).status).toBe(200);
    expect(await ready(server)).toEqual([503, { is_healthy: false }]);
    expect(server.events()).toEqual(expect.arrayContaining(['spool-unusable', 'spool-usable']));
    await server.stop();
    const again = await start({ ADIT_SPOOL: 'disk:spool' });
    expect(again.entries).toContainEqual(expect.objectContaining({ event: 'spool-opened', envelopes: 21 }));
  });
});

it('logs the end of an outage and the empty spool without another request', async () => {
  const clock = createFakeClock({ now: Date.now() });
  const server = await start({ ADIT_SPOOL: 'memory' }, { clock });
  ingest.respond({ status: 503 });
  await post(server);
  await ingest.waitFor(() => ingest.received.length === 2);
  while ((await scrape(server)).get('adit_tunnel_spool_envelopes') !== 0);
  await clock.advance(5_000);

  expect(server.entries.slice(-2)).toEqual([
    expect.objectContaining({ event: 'outage-ended', durationMs: 1_000, envelopes: 1 }),
    expect.objectContaining({ event: 'spool-delivered', delivered: 1, dropped: 0 }),
  ]);
});

it('counts a POST to another path as such, and not as one that ingest answered so', async () => {
  const server = await start();
  const elsewhere = new URL('/api/42/envelope/', server.url);
  await fetch(elsewhere, { method: 'POST', body: envelope() });
  await fetch(elsewhere);
  ingest.respond({ status: 404 });
  await post(server);

  const labels = [...(await scrape(server)).keys()].filter((name) =>
    name.startsWith('http_server_request_duration_count'),
  );
  expect(labels.map((label) => label.replace(/^\w+/, ''))).toEqual([
    '{http_request_method="POST",url_scheme="http",http_response_status_code="404"}',
    '{http_request_method="GET",url_scheme="http",http_response_status_code="404"}',
    '{http_request_method="POST",url_scheme="http",http_route="/monitoring-tunnel",http_response_status_code="404"}',
  ]);
});

it('tells of a rate limit that has ended that nothing of it remains', async () => {
  const server = await start();
  ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '1:error;session:key' } });
  await post(server);
  const remaining = async () =>
    [...(await scrape(server))].filter(([name]) => name.startsWith('adit_tunnel_rate_limit_remaining'));
  expect((await remaining()).map(([name]) => /category="(\w+)"/.exec(name)?.[1])).toEqual([
    'error',
    'session',
  ]);
  while ((await scrape(server)).get('adit_tunnel_limited_dsns') !== 0);

  expect((await remaining()).map(([, seconds]) => seconds)).toEqual([0, 0]);
});

describe('the log of rejections', () => {
  const linesOf = ({ entries }: RecordedLog) =>
    entries.filter(({ event }) => event === 'ingest-rejects' || event === 'ingest-accepts');

  it('says once that ingest rejects all of a project, what to do, and that it takes them again', async () => {
    const clock = createFakeClock({ now: Date.now() });
    const server = await start({}, { clock });
    const project = `${new URL(ingest.dsn()).host}/42`;
    ingest.respondWith({ status: 401, body: '{"detail":"bad key","causes":["it is\\nunknown"]}' });
    for (let count = 0; count < 58; count += 1) expect((await post(server)).status).toBe(401);
    ingest.respondWith(undefined);
    await clock.advance(5_000);
    await post(server);
    await post(server);

    expect(linesOf(server)).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'ingest-rejects',
        project,
        status: 401,
        said: 'bad key: it is unknown',
        count: 1,
        message: `ingest answers 401 to project ${project}: it does not know the key of the DSN. Check ADIT_DSNS. What it rejects is lost.`,
      }),
      expect.objectContaining({
        level: 'info',
        event: 'ingest-accepts',
        project,
        count: 58,
        message: `ingest takes envelopes of project ${project} again. It had rejected 58.`,
      }),
    ]);
  });

  it('says that ingest rejects what was stored', async () => {
    const server = await start({ ADIT_SPOOL: 'memory' });
    ingest.respond({ status: 503 }, { status: 403 });
    await post(server);
    while ((await scrape(server)).get('adit_tunnel_spool_envelopes') !== 0);

    expect(linesOf(server).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^ingest answers 5xx .* is stored, and sent again\.$/),
      expect.stringMatching(/^ingest answers 403 to stored envelopes of .* is lost\.$/),
    ]);
  });

  it('is empty if ingest takes and limits', async () => {
    const server = await start();
    ingest.respond({ status: 200 }, { status: 429 }, { status: 200 });
    for (let count = 0; count < 3; count += 1) await post(server);

    expect(linesOf(server)).toEqual([]);
  });
});

describe('setting the wall clock', () => {
  const DAY_MS = 86_400_000;

  it.each([DAY_MS, -DAY_MS])('by %d ms changes no measured time', async (byMs) => {
    const clock = createFakeClock({ now: Date.now() });
    const server = await start({ ADIT_SPOOL: 'memory', ADIT_SPOOL_MAX_BYTES: '4KiB' }, { clock });
    const beRefused = (): Promise<Response> => fetch(server.url, { method: 'POST', body: 'no envelope' });
    ingest.respondWith({ status: 503 });
    // The spool is too small for this many.
    for (let count = 0; count < 12; count += 1) await post(server);
    await beRefused();
    clock.setWall(byMs);
    await clock.advance(5_000);
    expect((await scrape(server)).get('adit_tunnel_spool_oldest_age')).toBeCloseTo(5, 0);
    ingest.respondWith(undefined);
    while ((await scrape(server)).get('adit_tunnel_spool_envelopes') !== 0) await beRefused();

    await clock.advance(4_000);
    expect(await ready(server)).toEqual([503, { is_healthy: false }]);
    await clock.advance(1_000);
    expect(await ready(server)).toEqual([200, { is_healthy: true }]);
    await post(server);
    expect(server.entries.find(({ event }) => event === 'outage-ended')).toMatchObject({
      durationMs: 6_000,
    });
    await clock.advance(50_000);
    await beRefused();
    const refusals = server.entries.filter(({ event }) => event === 'requests-refused');
    expect(refusals.filter(({ reason }) => reason === refusals.at(-1)?.['reason'])).toHaveLength(2);
  });
});

describe('/metrics', () => {
  it('reports requests and bytes', async () => {
    const server = await start({ ADIT_SPOOL: 'memory' });
    await post(server);
    await fetch(server.url, { method: 'PUT' });
    const samples = await scrape(server);

    expect(Object.fromEntries(samples)).toMatchObject({
      'adit_tunnel_requests_total{outcome="forwarded"}': 1,
      'adit_tunnel_requests_total{outcome="refused",reason="method-not-allowed"}': 1,
      'adit_tunnel_requests_total{outcome="refused",reason="dsn-not-allowed"}': 0,
      adit_tunnel_active_requests: 0,
      adit_tunnel_received_total: envelope().byteLength,
      adit_tunnel_forwarded_total: envelope().byteLength,
      adit_tunnel_spool_envelopes: 0,
      adit_tunnel_spool_oldest_age: 0,
      'adit_tunnel_ingest_duration_count{http_response_status_code="200"}': 1,
      'adit_tunnel_ingest_duration_bucket{http_response_status_code="200",le="+Inf"}': 1,
    });
  });

  it('reports rate limits and discarded items', async () => {
    const server = await start({ ADIT_SPOOL: 'memory' });
    ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:key' } });
    await post(server);
    await post(server);
    const samples = await scrape(server);

    expect(samples.get('adit_tunnel_limited_dsns')).toBe(1);
    expect([...samples].find(([name]) => name.startsWith('adit_tunnel_discarded_total{'))).toEqual([
      expect.stringContaining('category="error"'),
      1,
    ]);
  });

  it('counts requests in flight', async () => {
    const server = await start();
    const answer = deferred<{ status: number }>();
    ingest.respondWith(() => answer.promise);
    const response = post(server);
    await ingest.waitFor();

    expect((await scrape(server)).get('adit_tunnel_active_requests')).toBe(1);
    answer.resolve({ status: 200 });
    await response;
  });
});

describe('stop', () => {
  it('spools envelopes that ingest does not answer in time', async () => {
    const server = await start({ ADIT_SPOOL: 'disk:spool', ADIT_SHUTDOWN_TIMEOUT: '100ms' });
    ingest.respondWith({ hang: true });
    const response = post(server);
    await ingest.waitFor();
    await server.stop();

    expect((await response).status).toBe(200);
    expect(server.events()).not.toContain('outage-began');
    const next = await start({ ADIT_SPOOL: 'disk:spool' });
    expect(next.entries).toContainEqual(expect.objectContaining({ event: 'spool-opened', envelopes: 1 }));
  });

  it('does not wait for a client that does not finish its envelope', async () => {
    const server = await start({ ADIT_SHUTDOWN_TIMEOUT: '100ms' });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'POST /monitoring-tunnel HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n',
    );
    await once(socket, 'data');
    await server.stop();

    expect(server.events()).toContain('stopped');
  });

  it('reports what was dropped before it ends', async () => {
    const server = await start();
    ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:key' } });
    await post(server);
    await post(server);
    await server.stop();

    expect(ingest.received.at(-1)?.body.toString()).toMatch(
      /"type":"client_report"[\s\S]*"category":"error"/,
    );
  });

  it('stops once, however often it is called', async () => {
    const server = await start();
    await Promise.all([server.stop(), server.stop()]);

    expect(server.events().filter((event) => event === 'stopped')).toHaveLength(1);
  });
});
