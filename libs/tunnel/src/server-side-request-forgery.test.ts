import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { createListener, createNodeTransport } from './adapters/node.ts';
import { createTunnel, type Outcome, type Tunnel } from './index.ts';
import { listen, startNodeServer, type NodeServer } from '../testing/node-server.helper.ts';
import { keepIn } from '../testing/stubbed-tunnel.helper.ts';

const KEY = '0123456789abcdef0123456789abcdef';

/** The addresses of the two servers of an attempt, each as `host:port`. */
interface Places {
  readonly configured: string;
  readonly canary: string;
  readonly canaryPort: string;
}

/** One request that tries to make a tunnel send to the canary. */
interface Attempt {
  readonly family: string;
  readonly name: string;
  /** Default: the configured DSN. */
  readonly dsn?: string;
  /** The envelope's whole header line instead of one with a `dsn`. */
  readonly line?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request target, sent unchanged. */
  readonly target?: string;
  /** The answer of the configured ingest. */
  readonly answer?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
}

/** Spellings of the loopback interface that URLs, resolvers and kernels accept. */
const HOSTS = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0.0.0.0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::]',
  '１２７.0.0.1',
  '127。0。0。1',
  'ⓛocalhost',
  'lo\u00adcalhost',
  '127.0.0.1%00',
  '127.0.0.1%2f',
  '%31%32%37.0.0.1',
  '127.0.0.1\t',
  '127.0.0.1\n',
];

const dsnAttempts = ({ configured, canaryPort }: Places): Attempt[] =>
  HOSTS.flatMap((name) => {
    const host = `${name}:${canaryPort}`;
    return [
      `http://${KEY}@${host}/42`,
      `https://${KEY}@${host}/42`,
      `HTTP://${KEY}@${host}/42`,
      `http://${KEY}:secret@${host}/42`,
      `http://${configured}@${host}/42`,
      `http://${KEY}:${configured}@${host}/42`,
      `http://${KEY}@${configured}@${host}/42`,
      `http://${KEY}@${configured}%40${host}/42`,
      `http://${KEY}@${host}\\@${configured}/42`,
      `http://${KEY}@${host}#@${configured}/42`,
      `http://${KEY}@${host}?@${configured}/42`,
      `http://${KEY}@${host}/${configured}/42`,
    ].map((dsn) => ({ family: 'dsn', name: dsn, dsn }));
  });

const otherDsnAttempts = ({ configured, canary }: Places): Attempt[] =>
  [
    `//${KEY}@${canary}/42`,
    `${KEY}@${canary}/42`,
    `file://${KEY}@${configured}/42`,
    `ftp://${KEY}@${canary}/42`,
    `gopher://${KEY}@${canary}/42`,
    `javascript:fetch("http://${canary}")//${KEY}@${configured}/42`,
    `http:${KEY}@${canary}/42`,
    `http:/\\${KEY}@${canary}/42`,
    `http://${KEY}@${configured}/../../${canary}/42`,
    `http://${KEY}@${configured}/42/../..`,
    `http://${KEY}@${configured}/%2e%2e/42`,
    `http://${KEY}@${configured}\n.${canary}/42`,
    `http://${KEY}@${configured}/42\r\nhost: ${canary}`,
    `http://${KEY}@${configured}/42 http://${canary}/`,
    `http://${KEY}@${configured},${canary}/42`,
    `http://${KEY}@${configured}.${canary}/42`,
    `http://${KEY}@${canary}.${configured}/42`,
    `http://${KEY}@169.254.169.254/42`,
    `http://${KEY}@metadata.google.internal/42`,
    `http://${KEY}@${configured}`,
    `http://${KEY}@/${canary}/42`,
  ].map((dsn) => ({ family: 'dsn', name: JSON.stringify(dsn), dsn }));

const lineAttempts = ({ configured, canary }: Places): Attempt[] => {
  const good = `"dsn":"http://${KEY}@${configured}/42"`;
  const evil = `http://${KEY}@${canary}/42`;
  return [
    `{${good},"dsn":"${evil}"}`,
    `{"dsn":"${evil}",${good}}`,
    `{${good},"d\\u0073n":"${evil}"}`,
    `{${good},"DSN":"${evil}"}`,
    `{${good},"trace":{"dsn":"${evil}"}}`,
    `{${good},"ingest_url":"http://${canary}/","tunnel":"http://${canary}/"}`,
    `{${good},"origin":"http://${canary}"}`,
    `{${good},"remote_addr":"127.0.0.1","forwarded_for":"${canary}"}`,
    `{${good},"__proto__":{"dsn":"${evil}"}}`,
    `{"dsn":["${evil}"]}`,
    `{"dsn":{"host":"${canary}","toString":"${evil}"}}`,
    `{"dsn":"${evil}\\u0000@${configured}/42"}`,
    `{"dsn":"http:\\/\\/${KEY}@${canary}\\/42"}`,
    `["${evil}"]`,
    `"${evil}"`,
  ].map((line) => ({ family: 'header line', name: line, line }));
};

const queryAttempts = ({ canary }: Places): Attempt[] =>
  [
    `o=${canary}/%23&p=42`,
    `o=${canary}&p=42`,
    `o=1.${canary}&p=42`,
    `o=0&p=42@${canary}`,
    `o=0&p=42/../../43`,
    `o=0&p=42&r=${canary}`,
    `o=0&p=42&r=us.${canary}`,
    `o=%2F%2F${canary}&p=42`,
    `o=0%40${canary}%2F&p=42`,
    `o=0&p=42&r=us%0d%0ahost:${canary}`,
    `o=0&p=42%0d%0aHost:%20${canary}`,
    `o=0&o=${canary}&p=42`,
    `o[]=${canary}&p=42`,
    `dsn=http://${KEY}@${canary}/42`,
    `url=http://${canary}/&target=http://${canary}/&host=${canary}`,
    `o=0&p=42&tunnel=http://${canary}/`,
    `o=０&p=４２`,
    `o=0&p=42#@${canary}`,
  ].map((query) => ({ family: 'query', name: query, query: encodeURI(query).replaceAll('%25', '%') }));

const headerAttempts = ({ canary }: Places): Attempt[] =>
  (
    [
      { host: canary },
      { 'x-forwarded-host': canary },
      { 'x-forwarded-server': canary },
      { 'x-forwarded-for': canary, 'x-forwarded-port': canary.split(':')[1] ?? '' },
      { 'x-forwarded-proto': `http://${canary}/` },
      { 'x-host': canary },
      { 'x-original-host': canary },
      { 'x-original-url': `http://${canary}/` },
      { 'x-rewrite-url': `http://${canary}/` },
      { 'x-real-ip': canary },
      { forwarded: `host=${canary};for=127.0.0.1` },
      { via: `1.1 ${canary}` },
      { 'client-ip': canary, 'true-client-ip': canary },
      { 'x-sentry-relay-id': canary, 'x-sentry-forwarded-for': canary },
      { 'x-http-method-override': 'CONNECT' },
      { 'x-sentry-auth': `Sentry sentry_key=${KEY}, sentry_host=${canary}` },
      { 'proxy-authorization': 'Basic YTpi', 'proxy-connection': 'keep-alive' },
      { location: `http://${canary}/`, destination: `http://${canary}/` },
      { referer: `http://${canary}/`, origin: `http://${canary}`, 'sec-fetch-site': 'same-origin' },
      { upgrade: 'h2c', 'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA' },
    ] as readonly Readonly<Record<string, string>>[]
  ).map((headers) => ({ family: 'header', name: JSON.stringify(headers), headers }));

const PATH = '/monitoring-tunnel';

const targetAttempts = ({ configured, canary }: Places): Attempt[] =>
  [
    `http://${canary}${PATH}`,
    `http://${canary}${PATH}?o=0&p=42`,
    `https://${canary}${PATH}`,
    `HTTP://${canary}${PATH}`,
    `ws://${canary}${PATH}`,
    `http://${configured}@${canary}${PATH}`,
    `http://${canary}\\@${configured}${PATH}`,
    `http://${canary}#${PATH}`,
    `http://${canary}?${PATH}`,
    `//${canary}${PATH}`,
    `/\\${canary}${PATH}`,
    `/http://${canary}${PATH}`,
    `@${canary}${PATH}`,
    `${PATH}/../http://${canary}/`,
    `${PATH}/@${canary}/`,
    `${PATH}@${canary}`,
    `${PATH};${canary}`,
    `${PATH}#http://${canary}/`,
    canary,
  ].map((target) => ({ family: 'target', name: target, target }));

const redirectAttempts = ({ configured, canary }: Places): Attempt[] =>
  [301, 302, 303, 307, 308].flatMap((status) =>
    [
      `http://${canary}/api/42/envelope/`,
      `//${canary}/api/42/envelope/`,
      `http://${configured}@${canary}/`,
    ].map((location) => ({
      family: 'redirect',
      name: `${status} ${location}`,
      answer: { status, headers: { location, refresh: `0;url=${location}` } },
    })),
  );

const attemptsOn = (places: Places): Attempt[] =>
  [
    dsnAttempts,
    otherDsnAttempts,
    lineAttempts,
    queryAttempts,
    headerAttempts,
    targetAttempts,
    redirectAttempts,
  ].flatMap((make) => make(places));

/**
 * Whatever a client writes, nothing is sent to a host that is not configured. The canary is a real server that a tunnel
 * reaches if it believes its clients.
 */
describe('requests forged by a client', () => {
  let ingest: ScriptedIngest;
  let canary: ScriptedIngest;
  let tunnel: Tunnel;
  let outcomes: Outcome[];
  let server: NodeServer;
  let places: Places;

  beforeAll(async () => {
    ingest = await createScriptedIngest();
    canary = await createScriptedIngest();
    outcomes = [];
    tunnel = createTunnel({
      allowedDsns: [ingest.dsn()],
      transport: createNodeTransport(),
      tell: (fact) => keepIn(outcomes)(fact),
    });
    server = await startNodeServer(createListener(tunnel));
    const { host: configured } = new URL(ingest.origin);
    const { host, port } = new URL(canary.origin);
    places = { configured, canary: host, canaryPort: port };
  });
  beforeEach(() => {
    ingest.reset();
    canary.reset();
    outcomes.length = 0;
  });
  afterAll(async () => {
    await tunnel.close();
    await Promise.all([server.stop(), ingest.close(), canary.close()]);
  });

  const bodyOf = ({ dsn = ingest.dsn(), line }: Attempt): Uint8Array =>
    line === undefined
      ? buildEnvelope({ dsn, items: [{ type: 'event', payload: {} }] })
      : Buffer.from(`${line}\n{"type":"event","dsn":"${canary.dsn()}"}\n{}`);

  /** Writes raw bytes, as no client library would. */
  const sendTo = async ({ connect }: NodeServer, attempt: Attempt): Promise<void> => {
    const body = bodyOf(attempt);
    const target = attempt.target ?? `${PATH}${attempt.query === undefined ? '' : `?${attempt.query}`}`;
    const headers = {
      host: 'app.example.com',
      ...attempt.headers,
      'content-length': String(body.byteLength),
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const client = connect();
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.on('error', () => undefined).resume();
    client.end(
      Buffer.concat([
        Buffer.from(`POST ${target} HTTP/1.1\r\n${head.join('')}connection: close\r\n\r\n`),
        body,
      ]),
    );
    await closed;
  };
  const run = async (on: NodeServer, attempt: Attempt): Promise<void> => {
    ingest.respondWith(attempt.answer);
    await sendTo(on, attempt);
  };

  it('never reach another server, in some 400 attempts', async () => {
    const attempts = attemptsOn(places);
    expect(attempts.length).toBeGreaterThanOrEqual(200);
    for (const attempt of attempts) {
      await run(server, attempt);
      if (canary.connections > 0) throw new Error(`${attempt.family}: ${attempt.name} got through.`);
    }
    // All requests that reached the configured ingest have the configured target.
    for (const request of ingest.received) {
      expect([request.method, request.url, request.headers.host]).toEqual([
        'POST',
        '/api/42/envelope/',
        places.configured,
      ]);
    }
    // The tunnel answered every attempt, except the few targets that node:http itself refuses.
    expect(outcomes.length).toBeGreaterThan(attempts.length - 20);
    expect(canary.connections).toBe(0);
  }, 60_000);

  it('reach it through a tunnel that believes them, in every family (control)', async () => {
    const naive = await listen(createServer((request, response) => void believe(request, response, places)));
    const reached = new Map<string, number>();
    for (const attempt of attemptsOn(places)) {
      canary.reset();
      await run(naive, attempt);
      if (canary.received.length > 0) reached.set(attempt.family, (reached.get(attempt.family) ?? 0) + 1);
    }
    await naive.stop();
    expect([...reached.keys()].sort()).toEqual([
      'dsn',
      'header',
      'header line',
      'query',
      'redirect',
      'target',
    ]);
    expect([...reached.values()].reduce((total, count) => total + count, 0)).toBeGreaterThan(100);
  }, 60_000);

  it('with a DSN that is none of the configured are refused', async () => {
    for (const attempt of dsnAttempts(places)) await run(server, attempt);
    expect(outcomes.map((outcome) => outcome.kind === 'refused' && outcome.reason)).toEqual(
      dsnAttempts(places).map(() => 'dsn-not-allowed'),
    );
    expect(ingest.connections).toBe(0);
  });

  it('with the configured host in capitals go where the configuration says', async () => {
    const { port } = new URL(ingest.origin);
    const named = createTunnel({
      allowedDsns: [`http://${KEY}@localhost:${port}/42`],
      transport: createNodeTransport(),
    });
    const response = await named.fetch(
      new Request('http://app.example.com/monitoring-tunnel', {
        method: 'POST',
        body: Buffer.from(bodyOf({ family: '', name: '', dsn: `http://${KEY}@LOCALHOST:${port}/42` })),
      }),
    );
    expect(response.status).toBe(200);
    expect(ingest.received[0]?.headers.host).toBe(`localhost:${port}`);
    await named.close();
  });

  it.each(['x-sentry-auth', 'authorization'])('get the configured key whatever %s names', async (header) => {
    const response = await server.send({
      body: bodyOf({ family: '', name: '' }),
      headers: { [header]: 'Sentry sentry_key=ffffffffffffffffffffffffffffffff' },
    });
    expect(response.status).toBe(200);
    const [received] = ingest.received;
    expect(received?.headers['x-sentry-auth']).toContain(`sentry_key=${KEY}`);
    expect(JSON.stringify(received?.headers)).not.toContain('ffffffff');
  });

  it('cannot smuggle a second request behind a body that ends early', async () => {
    const body = bodyOf({ family: '', name: '' });
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

/** A tunnel that sends wherever the request points, but only to the canary and the configured ingest. */
async function believe(
  request: IncomingMessage,
  response: ServerResponse,
  { configured, canaryPort }: Places,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const [line = ''] = body.toString().split('\n', 1);
  const target = request.url ?? '';
  const query = new URLSearchParams(target.split('?')[1] ?? '');
  const pointers = [
    readDsn(line),
    target,
    target.replace(/^\//, 'http:'),
    ...[...query.values()].flatMap((value) => [
      value,
      `http://${value}`,
      `http://${value.replace(/^.*@/, '')}`,
    ]),
    ...Object.values(request.headers).flatMap((value) => [
      String(value),
      `http://${String(value)}`,
      `http://${/host=([^;]+)/.exec(String(value))?.[1] ?? ''}`,
    ]),
  ];
  for (const pointer of [...pointers, `http://${configured}/api/42/envelope/`]) {
    if (!URL.canParse(pointer)) continue;
    const { protocol, host, port } = new URL(pointer);
    if (!/^https?:$/.test(protocol) || (port !== canaryPort && host !== configured)) continue;
    await fetch(`http://${host}/api/42/envelope/`, { method: 'POST', body }).catch(() => undefined);
  }
  response.end('{}');
}

function readDsn(line: string): string {
  try {
    const header = JSON.parse(line) as { dsn?: unknown };
    return String(header.dsn);
  } catch {
    return '';
  }
}
