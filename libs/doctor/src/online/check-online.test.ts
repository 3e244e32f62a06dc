import { describe, expect, it } from '@jest/globals';
import { checkOnline, type OnlineOptions } from './check-online.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const SETTINGS = JSON.stringify({
  dsn: DSN,
  environment: 'staging',
  release: 'shop@1.0.0',
  tunnel: '/quarry',
});
const JSON_TYPE = { 'content-type': 'application/json' };
/** The headers of the tunnel's own answers. */
const OWN = { ...JSON_TYPE, 'cache-control': 'no-store' };

type Answer = (request?: Request) => Response | Promise<Response>;
const answer =
  (status: number, body: string | null, headers: Readonly<Record<string, string>> = JSON_TYPE): Answer =>
  () =>
    new Response(body, { status, headers });
const settings = answer(200, SETTINGS, JSON_TYPE);
const accepted = answer(200, '{"id":"0"}');
const page = answer(200, '<!doctype html><title>Shop</title>', {
  'content-type': 'text/html; charset=utf-8',
});
const redirect = answer(307, null, { location: '/sign-in' });
const fails: Answer = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};

/** An application that gives these answers, and the requests that it received. */
function application(get: Answer, post: Answer = accepted) {
  const requests: Request[] = [];
  const fetch = async (url: URL | RequestInfo, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    requests.push(request);
    return request.method === 'GET' ? get(request) : post(request);
  };
  return { requests, fetch };
}

async function check(get: Answer, post?: Answer, options: Partial<OnlineOptions> = {}) {
  const { fetch } = application(get, post);
  return checkOnline({ url: 'https://shop.test/cart', tunnelPath: '/quarry', fetch, ...options });
}

it('sends one marked envelope to the tunnel path, as pages of the site do', async () => {
  const { requests, fetch } = application(settings);

  const finding = await checkOnline({
    url: 'https://shop.test/cart',
    tunnelPath: '/base/quarry',
    application: 'apps/shop',
    fetch,
    now: () => 1_000,
  });

  expect(finding).toEqual({
    check: 'online',
    application: 'apps/shop',
    level: 'ok',
    message:
      'The envelope has reached ingest. Find it by its title, “adit doctor: a test event”, or in Sentry by logger:adit-doctor',
  });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://shop.test/base/quarry',
    'POST https://shop.test/base/quarry',
    'POST https://shop.test/base/quarry',
  ]);
  expect(requests.map(({ headers }) => [headers.get('origin'), headers.get('sec-fetch-site')])).toEqual([
    [null, null],
    ['https://shop.test', 'same-origin'],
    ['https://shop.test', null],
  ]);
  // The last one only asks whether an envelope would be accepted.
  expect(await requests[2]?.text()).toBe('');
  const [header, item, event] = ((await requests[1]?.text()) ?? '')
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(header).toEqual({
    event_id: expect.stringMatching(/^[\da-f]{32}$/),
    dsn: DSN,
    sent_at: '1970-01-01T00:00:01.000Z',
  });
  expect(item).toEqual({ type: 'event' });
  expect(event).toMatchObject({
    event_id: header?.['event_id'],
    logger: 'adit-doctor',
    message: 'adit doctor: a test event',
    environment: 'staging',
    release: 'shop@1.0.0',
    timestamp: 1,
  });
});

describe('tells where the envelope got to', () => {
  it.each<[string, Answer, Answer | undefined, string, RegExp]>([
    ['stored', settings, answer(200, '{"id":"0"}', OWN), 'warning', /is stored: ingest cannot be reached/],
    [
      'a rate limit of Sentry',
      settings,
      answer(429, '{}', { ...OWN, 'x-sentry-rate-limits': '60::org' }),
      'warning',
      /rate limit of Sentry/,
    ],
    [
      'the throttle',
      settings,
      answer(429, '{"detail":"too many"}', OWN),
      'warning',
      /dropped by a rate limit: too many/,
    ],
    [
      'refused by the tunnel',
      settings,
      answer(403, '{"detail":"origin not allowed"}', OWN),
      'error',
      /The tunnel refuses the envelope with 403: origin not allowed/,
    ],
    [
      'broken on its way',
      settings,
      answer(400, '{"detail":"empty body"}', OWN),
      'error',
      /The tunnel refuses .* 400/,
    ],
    [
      'refused by ingest',
      settings,
      answer(403, '{"detail":"ProjectId"}'),
      'error',
      /Ingest refuses the envelope with 403: ProjectId/,
    ],
    [
      'ingest is away',
      settings,
      answer(502, '{"detail":"ingest failed"}', OWN),
      'error',
      /cannot reach ingest: ingest failed/,
    ],
    [
      'ingest is slow',
      settings,
      answer(504, '', OWN),
      'error',
      /cannot reach ingest\. https:\/\/o450\.ingest\.sentry\.io can be reached from here, but not from the server$/,
    ],
    [
      'another DSN',
      settings,
      answer(403, '{"detail":"dsn not allowed"}', OWN),
      'error',
      /403: dsn not allowed/,
    ],
    [
      'ingest is down',
      settings,
      answer(503, '{"detail":"queue full"}'),
      'error',
      /Ingest answers 503: queue full/,
    ],
    [
      'the tunnel closes',
      settings,
      answer(503, '{"detail":"closing"}', OWN),
      'error',
      /The tunnel answers 503: closing/,
    ],
    ['no POST', settings, answer(405, '{"detail":"no"}'), 'error', /\/quarry is answered 405: no/],
    ['a POST to a page', settings, page, 'error', /answered 200 with a page/],
    [
      'a POST to something else',
      settings,
      answer(200, 'OK', {}),
      'error',
      /answered 200, but not by the tunnel/,
    ],
    ['a POST to a list', settings, answer(200, '"OK"'), 'error', /answered 200, but not by the tunnel/],
    ['a POST is redirected', settings, redirect, 'error', /\/quarry is redirected to \/sign-in/],
    ['a POST fails', settings, fails, 'error', /cannot be reached: connect ECONNREFUSED/],
    ['a redirect without a target', answer(301, null, {}), undefined, 'error', /\/quarry is redirected$/],
    ['the path is redirected', redirect, undefined, 'error', /\/quarry is redirected to \/sign-in/],
    ['nothing answers', answer(404, '<html>', {}), undefined, 'error', /\/quarry is not found/],
    ['a page answers', page, undefined, 'error', /answered 200 with a page, not by the tunnel/],
    [
      'no DSN',
      answer(404, '{"detail":"Monitoring is off: no DSN is configured."}'),
      undefined,
      'error',
      /has no valid DSN, so monitoring is off/,
    ],
    [
      'settings without a DSN',
      answer(200, '{"environment":"production","tunnelPath":"/quarry"}'),
      undefined,
      'error',
      /has no valid DSN, so monitoring is off/,
    ],
    [
      'a tunnel without settings',
      answer(405, '{"detail":"Only POST"}', OWN),
      undefined,
      'error',
      /answered 405, without the settings of a tunnel: Only POST/,
    ],
    [
      'another JSON',
      answer(200, '{"dsn":1}'),
      undefined,
      'error',
      /answered 200, without the settings of a tunnel$/,
    ],
    ['no server', fails, undefined, 'error', /cannot be reached: connect ECONNREFUSED/],
  ])('%s', async (_case, get, post, level, message) => {
    const finding = await check(get, post);

    expect(finding).toMatchObject({ check: 'online', level, message: expect.stringMatching(message) });
    expect(finding.fix).toMatch(/\.$/);
  });
});

describe('if the tunnel path changed since the build', () => {
  const checkBuilt = (builtTunnelPath: string, old: Answer, fresh: Answer = answer(404, '<html>', {})) =>
    checkOnline({
      url: 'https://shop.test',
      tunnelPath: '/amber-brook',
      builtTunnelPath,
      fetch: async (url, init) => {
        const { method, url: address } = new Request(url, init);
        if (method === 'POST') return accepted();
        return address.endsWith('/quarry') ? old() : fresh();
      },
    });

  it('says that the running build has the old one', async () => {
    expect(await checkBuilt('/quarry', settings)).toMatchObject({
      level: 'error',
      message:
        'The application runs a build with the tunnel path /quarry, but adit.config and next.config say /amber-brook',
      fix: 'Build again, and start that build.',
    });
  });

  it.each<[string, string, Answer, Answer | undefined, string]>([
    ['the old path is no tunnel either', '/quarry', page, undefined, '/amber-brook is not found'],
    ['the build has the same path', '/amber-brook', settings, undefined, '/amber-brook is not found'],
    ['the new path is answered', '/quarry', settings, settings, 'The envelope has reached ingest'],
  ])('control: does not if %s', async (_case, built, old, fresh, message) => {
    expect((await checkBuilt(built, old, fresh)).message).toContain(message);
  });
});

it('says where the server tells what is wrong with its DSN', async () => {
  expect(await check(answer(200, '{"environment":"production"}'))).toMatchObject({
    message: 'The server has no valid DSN, so monitoring is off',
    fix: expect.stringMatching(
      /^Look at the first lines of the server's log.* start the server with SENTRY_DSN\.$/,
    ),
  });
});

it('uses a given DSN with a tunnel that does not tell its settings', async () => {
  expect(await check(answer(405, '{}', OWN), accepted, { dsn: DSN })).toMatchObject({ level: 'ok' });
});

it.each<[string, Answer]>([
  ['is never answered', () => new Promise(() => undefined)],
  ['has an answer that never ends', () => new Response(new ReadableStream(), { headers: JSON_TYPE })],
])('ends at the deadline if a request %s', async (_case, never) => {
  expect(await check(never, undefined, { deadlineMs: 20 })).toMatchObject({
    level: 'error',
    message: 'https://shop.test/quarry did not answer in time',
  });
});

it('reads the start of an endless answer only', async () => {
  let cancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(10_000).fill(32)),
    cancel: () => {
      cancelled = true;
      throw new Error('not now');
    },
  });

  expect(await check(() => new Response(endless, { headers: JSON_TYPE }))).toMatchObject({ level: 'error' });
  expect(cancelled).toBe(true);
});

it.each<[string, unknown]>([
  ['undefined', undefined],
  ['null', null],
  ['a text', 'no'],
])('does not fail if fetch throws %s', async (_case, thrown) => {
  const fetch = (): never => {
    throw thrown;
  };
  expect(await checkOnline({ url: 'http://shop.test', fetch })).toMatchObject({
    message: 'http://shop.test/monitoring-tunnel cannot be reached: no reason was given',
  });
});

it.each([
  ['shop.test', 'Write https://shop.test.'],
  ['localhost:3311', 'Write http://localhost:3311.'],
  ['[::1]:3311/a', 'Write http://[::1]:3311/a.'],
  ['127.0.0.1', 'Write http://127.0.0.1.'],
  ['ftp://shop.test', 'Write https://shop.test.'],
  ['https://', 'Write an address such as http://localhost:3000.'],
])('cannot run with the address %s, and says what to write', async (url, fix) => {
  expect(await checkOnline({ url })).toMatchObject({ check: 'doctor', level: 'error', fix });
});

it('names the host of ingest, and why it cannot be reached', async () => {
  const checkWith = async (post: Answer, ingest: Answer, dsn?: string) => {
    const { fetch } = application(answer(200, JSON.stringify({ dsn: 'http://key@localhost:3319/1' })), post);
    return checkOnline({
      url: 'http://shop.test',
      fetch: async (url, init) => (new Request(url).url.includes('3319') ? ingest() : fetch(url, init)),
      deadlineMs: 50,
      ...(dsn !== undefined && { dsn }),
    });
  };
  const away = answer(502, '{"detail":"ingest failed"}', OWN);
  const stored = answer(200, '{"id":"0"}', OWN);
  const refused: Answer = () => {
    const errors = [new Error('connect ECONNREFUSED ::1:3319')];
    throw new TypeError('fetch failed', { cause: new AggregateError(errors) });
  };

  for (const post of [away, stored])
    expect((await checkWith(post, refused)).message).toMatch(
      / http:\/\/localhost:3319 cannot be reached from here either: connect ECONNREFUSED ::1:3319$/,
    );
  expect((await checkWith(away, () => new Promise(() => undefined))).message).toMatch(
    / http:\/\/localhost:3319 does not answer here either$/,
  );
  expect((await checkWith(away, refused, 'no DSN')).message).toBe(
    'The tunnel cannot reach ingest: ingest failed',
  );
});

describe('behind a proxy that changes the Host header', () => {
  const refused = answer(403, '{"detail":"origin not allowed"}', OWN);
  /** The tunnel decides by `Sec-Fetch-Site` alone in this case. */
  const tunnel: Answer = (request) =>
    request?.headers.get('sec-fetch-site') === 'same-origin' ? accepted() : refused();
  const checkAt = (url: string, post: Answer) =>
    checkOnline({ url, tunnelPath: '/quarry', fetch: application(settings, post).fetch });

  it.each([
    'https://shop.test',
    'http://localhost:3000',
    'http://shop.localhost',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])('tells which browsers lose events at %s', async (url) => {
    expect(await checkAt(url, tunnel)).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(
        /has reached ingest, but a proxy changes the Host header: .*Safari before 16\.4/,
      ),
      fix: `Let the proxy pass on Host (nginx: proxy_set_header Host $http_host), or add ${url} to tunnel.allowedOrigins.`,
    });
  });

  it('all browsers lose events at an address of plain http, which get no Sec-Fetch-Site', async () => {
    expect(await checkAt('http://shop.test', tunnel)).toMatchObject({
      level: 'error',
      message: 'The tunnel refuses the envelope with 403: origin not allowed',
      fix: expect.stringContaining('pass on Host (nginx'),
    });
  });

  it('all browsers lose events if it also takes Sec-Fetch-Site away', async () => {
    expect(await checkAt('https://shop.test', refused)).toMatchObject({
      level: 'error',
      fix: expect.stringContaining('pass on Host and Sec-Fetch-Site (nginx'),
    });
  });

  it.each<[string, Answer]>([
    ['the tunnel refuses the empty body, as it does', answer(400, '{"detail":"empty request body"}', OWN)],
    ['a firewall does', answer(403, '{"detail":"origin not allowed"}')],
    ['nothing answers', fails],
  ])('control: is not blamed if %s', async (_case, probe) => {
    const post: Answer = (request) => (request?.headers.has('sec-fetch-site') ? accepted() : probe());

    expect(await checkAt('https://shop.test', post)).toMatchObject({ level: 'ok' });
  });
});
