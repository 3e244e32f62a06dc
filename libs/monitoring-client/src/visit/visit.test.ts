import { captured, CONFIG, itemOf, linesOf, recordBeacons, thrown } from '../../testing/early.helper.ts';
import { record } from '../../testing/kept-errors.helper.ts';
import type { EarlyItem } from '../early/early-items.ts';
import { drawOf } from './draw-of.ts';
import { createVisit, type Visit } from './visit.ts';

const NOW = new Date('2026-01-02T03:04:05.678Z');

let posted: { url: string; init: RequestInit; lines: Record<string, unknown>[] }[];
let answer: () => Promise<{ headers: Headers; status: number; ok?: boolean }>;

const share =
  (value: string, status = 200) =>
  () =>
    Promise.resolve({ status, ok: status < 300, headers: new Headers({ 'adit-sdk-share': value }) });
const another = () => Promise.resolve({ status: 200, headers: new Headers({ 'content-type': 'text/html' }) });
/** A tunnel that does not serve settings. */
const plainTunnel = () =>
  Promise.resolve({ status: 200, headers: new Headers({ 'content-type': 'application/json' }) });

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  posted = [];
  answer = share('0.1');
  Object.assign(window, {
    fetch: (url: string, init: RequestInit) => {
      posted.push({ url, init, lines: linesOf(init.body as string) });
      return answer();
    },
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
  for (const name of ['__SENTRY__', '_sentryRouteManifest']) Reflect.deleteProperty(window, name);
});

const meta = (content: string): HTMLMetaElement =>
  Object.assign(document.createElement('meta'), { name: 'sentry-trace', content });

/** A visit whose trace of the server has this content. */
const visitWith = (content?: string): Visit =>
  createVisit(CONFIG, content === undefined ? [] : [document.createElement('meta'), meta(content)]);

const navigation = (id: string): EarlyItem => {
  const item = itemOf({ kind: 'navigation', data: { href: '/cart', type: 'push' } });
  return { ...item, event: { ...item.event, event_id: id.padEnd(32, '0') } };
};

it('sends the session once, as the SDK would', async () => {
  const visit = visitWith();
  await Promise.all([visit.send(), visit.send()]);
  expect(posted).toHaveLength(1);
  const [{ url, init, lines }] = posted as [(typeof posted)[0]];
  expect(url).toBe(CONFIG.tunnel);
  expect(init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' });
  expect(lines).toEqual([
    { dsn: CONFIG.dsn },
    { type: 'session' },
    {
      attrs: { environment: 'test', release: 'shop@1' },
      sid: expect.any(String) as string,
      started: NOW.toISOString(),
      timestamp: NOW.toISOString(),
      status: 'ok',
      init: true,
      errors: 0,
    },
  ]);
  expect(visit.handOver()).toEqual({ sid: lines[2]!['sid'], started: NOW });
});

it('writes the attributes first, where a tunnel adds the environment', async () => {
  await createVisit({ ...CONFIG, dsn: 'adit', environment: undefined }, []).send();
  expect(posted[0]!.init.body).toMatch(/^\{"dsn":"adit"\}\n\{"type":"session"\}\n\{"attrs":\{"release":/);
});

it.each([
  ['0.1', 0.09, true],
  ['0.1', 0.1, false],
  ['0', 0, false],
  ['1', 0.999, true],
  ['2', 0.999, true],
])('with the share %s and the random number %d needs the SDK: %s', async (given, random, needed) => {
  jest.spyOn(Math, 'random').mockReturnValue(random);
  answer = share(given);
  expect(await visitWith().send()).toBe(needed);
});

it.each([
  ['0123-4567-1', '0', true],
  ['0123-4567-0', '1', false],
  ['0123-4567-0', '2', true],
  ['0123-4567', '0.4', false],
  ['0123-4567', '0.6', true],
  ['', '0.6', true],
])('with the trace “%s” of the server and the share %s needs the SDK: %s', async (trace, given, needed) => {
  answer = share(given);
  expect(await visitWith(trace).send()).toBe(needed);
});

it('does not believe an old “no” of a page that Next has kept', async () => {
  const routes = (isr: string[]) => JSON.stringify({ staticRoutes: [], isrRoutes: isr });
  answer = share('0.6');
  Object.assign(window, { _sentryRouteManifest: routes(['/blog']) });
  expect(await visitWith('a-b-0').send()).toBe(true);
  Object.assign(window, { _sentryRouteManifest: routes([]) });
  expect(await visitWith('a-b-0').send()).toBe(false);
});

it('sends it again with cookies if another answers, such as a sign-in page', async () => {
  const answers = [another, share('0')];
  answer = () => answers.shift()!();
  const visit = visitWith();
  expect(await visit.send()).toBe(false);
  expect(posted.map(({ init }) => init.credentials)).toEqual(['omit', 'same-origin']);
  expect(posted[0]!.lines).toEqual(posted[1]!.lines);
  expect(visit.handOver()).toBeDefined();
});

it('samples all pages of a tab alike, and each page by itself without a storage', async () => {
  expect(visitWith().draw).toBe(0.5);
  jest.spyOn(Math, 'random').mockReturnValue(0.7);
  expect(visitWith().draw).toBe(0.5);
  expect(sessionStorage.getItem('adit-draw')).toBe('0.5');
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied');
  });
  expect(visitWith().draw).toBe(0.7);
  await Promise.resolve();
});

it.each([
  ['the tunnel', share('0'), 2],
  ['another', another, 2],
])('sends the errors of earlier pages once %s has answered', async (who, given, requests) => {
  localStorage.setItem('adit-error-a', record({ timestamp: NOW.getTime() / 1_000 - 3_600 }));
  answer = given;
  await visitWith().send();
  await jest.advanceTimersByTimeAsync(0);
  expect(posted).toHaveLength(requests);
  expect(posted.map(({ lines }) => lines[1]!['type'])).toEqual([
    'session',
    who === 'the tunnel' ? 'event' : 'session',
  ]);
  localStorage.clear();
});

describe('needs the SDK, which then sends the session,', () => {
  it.each<[string, () => unknown]>([
    ['if the network is gone', () => (answer = () => Promise.reject(new TypeError('Failed to fetch')))],
    ['if another answers', () => (answer = another)],
    ['if the page itself uses Sentry', () => Object.assign(window, { __SENTRY__: {} })],
  ])('%s', async (_when, arrange) => {
    arrange();
    const visit = visitWith();
    expect(await visit.send()).toBe(true);
    expect(visit.needsSdk(navigation('ffffffff'))).toBe(true);
    expect(visit.handOver()).toBeUndefined();
  });

  it('without a release', async () => {
    const visit = createVisit({ ...CONFIG, release: undefined }, []);
    expect(await visit.send()).toBe(true);
    expect(posted).toEqual([]);
  });
});

it('samples each navigation by its own number, once the session is answered', async () => {
  const visit = visitWith();
  const [below, above] = [navigation('19000000'), navigation('1a000000')];
  expect([drawOf(below), drawOf(above)]).toEqual([0x19 / 256, 0x1a / 256]);
  expect([visit.needsSdk(below), visit.needsSdk(above)]).toEqual([false, false]);
  await visit.send();
  expect([visit.needsSdk(below), visit.needsSdk(above)]).toEqual([true, false]);
  expect(visit.needsSdk(captured(new Error('x')))).toBe(false);
});

describe('an error that is sent without the SDK', () => {
  it.each([
    ['is added to the session', captured(new Error('x')), 'ok'],
    ['ends the session if nobody has caught it', thrown(new Error('x')), 'unhandled'],
  ])('%s', async (_what, item, status) => {
    const sent = recordBeacons();
    const visit = visitWith();
    await visit.send();
    visit.needsSdk(item);
    expect(sent).toEqual([]);
    item.settled.abort();
    expect(sent.map(({ url, lines }) => [url, lines[2]])).toEqual([
      [
        CONFIG.tunnel,
        expect.objectContaining({ sid: posted[0]!.lines[2]!['sid'], init: false, errors: 1, status }),
      ],
    ]);
  });

  it('counts once, however often it is asked about', async () => {
    const sent = recordBeacons();
    const visit = visitWith();
    const item = captured(new Error('x'));
    visit.needsSdk(item);
    await visit.send();
    visit.needsSdk(item);
    visit.needsSdk(item);
    item.settled.abort();
    expect(sent).toHaveLength(1);
    expect(localStorage.getItem('adit-recorded')).toBe('shop%401;s1.0.1.0;e0.0.1.0');
  });

  it('is left to the SDK once that has the session, and to nobody if none was sent', async () => {
    const sent = recordBeacons();
    const unsent = captured(new Error('x'));
    visitWith().needsSdk(unsent);
    unsent.settled.abort();

    const late = captured(new Error('y'));
    const visit = visitWith();
    await visit.send();
    visit.needsSdk(late);
    visit.handOver();
    late.settled.abort();
    expect(sent).toEqual([]);
  });
});

describe('what the page counts', () => {
  const kept = () => localStorage.getItem('adit-recorded');
  const headerOf = (at: number) => new Headers(posted[at]!.init.headers).get('adit-recorded');

  it('is reported with the session, which the next request reports', async () => {
    localStorage.setItem('adit-recorded', 'shop%401;e1.0.0.0');
    await visitWith().send();
    expect(headerOf(0)).toBe('shop%401;e1.0.0.0;-s');
    expect(kept()).toBe('shop%401;s1.0.0.0');
  });

  it('is kept if the tunnel does not accept the session', async () => {
    localStorage.setItem('adit-recorded', 'shop%401;e1.0.0.0');
    answer = share('0', 503);
    await visitWith().send();
    expect(kept()).toBe('shop%401;s0.1.0.0;e1.0.0.0');
  });

  it('has no session that the SDK sends in its place', async () => {
    answer = another;
    await visitWith().send();
    expect(kept()).toBeNull();
    expect([headerOf(0), headerOf(1)]).toEqual(['shop%401;-s', 'shop%401;-s']);
  });

  it('is reported once to a tunnel that does not serve settings, with one session, which the SDK continues', async () => {
    localStorage.setItem('adit-recorded', 'shop%401;e1.0.0.0');
    answer = plainTunnel;
    const visit = visitWith();
    expect(await visit.send()).toBe(true);
    expect(posted.map((_, at) => headerOf(at))).toEqual(['shop%401;e1.0.0.0;-s']);
    expect(kept()).toBe('shop%401;s1.0.0.0');
    expect(visit.handOver()).toMatchObject({ sid: posted[0]!.lines[2]!['sid'] });
  });

  it('is kept if a tunnel that does not serve settings fails, and the session is left to the SDK', async () => {
    localStorage.setItem('adit-recorded', 'shop%401;e1.0.0.0');
    answer = () => Promise.resolve({ status: 502, headers: new Headers() });
    const visit = visitWith();
    await visit.send();
    expect([posted.length, kept(), visit.handOver()]).toEqual([1, 'shop%401;e1.0.0.0', undefined]);
  });

  it('has an error that is sent by beacon, whose answer nobody sees', async () => {
    recordBeacons();
    const visit = visitWith();
    await visit.send();
    const item = captured(new Error('x'));
    visit.needsSdk(item);
    item.settled.abort();
    expect(kept()).toBe('shop%401;s1.0.1.0;e0.0.1.0');
  });

  it('has an error of a page without a session', () => {
    const item = captured(new Error('x'));
    visitWith().needsSdk(item);
    item.settled.abort();
    expect(kept()).toBe('shop%401;e0.0.1.0');
  });
});
