import type { EarlyConfig } from '../early/error-envelope.ts';
import { CONFIG, linesOf } from '../../testing/early.helper.ts';
import { keptErrors, record, refuseStorage } from '../../testing/kept-errors.helper.ts';
import { sendKept } from './send-kept.ts';
import { sendKeptLater } from './send-kept-later.ts';

interface Answer {
  readonly status?: number;
  readonly redirected?: boolean;
  readonly type?: string;
}

let posted: { url: string; credentials: unknown; lines: Record<string, unknown>[] }[];
let answers: (Answer | 'no network')[];

const HOUR_MS = 3_600_000;
const now = Date.now();

/** Keeps an error of an earlier page. */
const keepEarlier = (id: string, ageMs = HOUR_MS, parts: object = {}): void =>
  localStorage.setItem(
    `adit-error-${id}`,
    record({ event_id: id, timestamp: (now - ageMs) / 1_000, release: 'shop@0', ...parts }),
  );
const sendNow = jest.fn(sendKept);
const send = (config: EarlyConfig = CONFIG, more: object = {}): Promise<void> =>
  sendKeptLater({ config, send: sendNow, ...more });
const ids = (): string[] => keptErrors().map(({ event }) => event.event_id);
const sentIds = (): unknown[] => posted.map(({ lines }) => lines[2]!['event_id']);

beforeEach(() => {
  posted = [];
  answers = [];
  Object.assign(window, {
    fetch: (url: string, { body, credentials }: RequestInit) => {
      posted.push({ url, credentials, lines: linesOf(body as string) });
      const answer = answers.shift() ?? {};
      if (answer === 'no network') return Promise.reject(new TypeError('Failed to fetch'));
      const { status = 200, redirected = false, type = 'application/json' } = answer;
      const headers = new Headers(type ? { 'content-type': type } : {});
      return Promise.resolve({ status, ok: status < 300, redirected, headers });
    },
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
  localStorage.clear();
});

it('S8 sends the errors of earlier pages as they were kept, the oldest first, and removes them', async () => {
  keepEarlier('b', HOUR_MS);
  keepEarlier('a', 2 * HOUR_MS);
  localStorage.setItem('of the page', '1');
  await send();
  expect(posted).toMatchObject([
    {
      url: CONFIG.tunnel,
      credentials: 'omit',
      lines: [{ dsn: 'adit' }, {}, { event_id: 'a', release: 'shop@0' }],
    },
    { url: CONFIG.tunnel, credentials: 'omit', lines: [{ dsn: 'adit' }, {}, { event_id: 'b' }] },
  ]);
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ 'of the page': '1' });
  await send();
  expect(posted).toHaveLength(2);
});

it('leaves the errors of this page to its SDK', async () => {
  keepEarlier('own', -1_000);
  await send();
  expect([posted.length, ids()]).toEqual([0, ['own']]);
});

it('does nothing for errors of this page alone', async () => {
  sendNow.mockClear();
  keepEarlier('own', -1_000);
  await send(CONFIG, { ownIds: ['own'] });
  expect(sendNow).not.toHaveBeenCalled();
  keepEarlier('a');
  await send(CONFIG, { ownIds: ['own'] });
  expect([sendNow.mock.calls.length, sentIds(), ids()]).toEqual([1, ['a'], ['own']]);
});

it.each<[string, number, object]>([
  ['older than a day', 25 * HOUR_MS, {}],
  ['of the far future', -25 * HOUR_MS, {}],
  ['without a time', NaN, {}],
  ['of another application that is older than a day', 25 * HOUR_MS, { tunnel: '/shop/tunnel' }],
])('removes an error %s, and does not send it', async (_what, age, parts) => {
  keepEarlier('a', age, parts);
  await send();
  expect([posted.length, ids()]).toEqual([0, []]);
});

it.each<[string, number, object]>([
  ['of another application of the origin', HOUR_MS, { tunnel: '/shop/tunnel' }],
  ['of one whose tunnel begins like its own', HOUR_MS, { tunnel: `${CONFIG.tunnel}0` }],
  ['of another format', HOUR_MS, { version: '2' }],
  ['of another format that is older than a day', 25 * HOUR_MS, { version: '2' }],
  ['for another host', HOUR_MS, { tunnel: 'https://evil.test/monitoring-tunnel' }],
  ['of another application that it cannot read', NaN, { tunnel: '/shop/tunnel' }],
])('neither sends nor removes an error %s, also if errors are no longer kept', async (_what, age, parts) => {
  keepEarlier('a', age, parts);
  keepEarlier('own');
  await send();
  expect([sentIds(), ids()]).toEqual([['own'], ['a']]);
  await send({ ...CONFIG, keepErrors: false });
  expect(ids()).toEqual(['a']);
});

it('removes of its own what is no record, and leaves what another wrote', async () => {
  localStorage.setItem('adit-error-a', `1${CONFIG.tunnel}\n`);
  localStorage.setItem('adit-error-b', '');
  await send();
  expect([posted.length, Object.keys(localStorage)]).toEqual([0, ['adit-error-b']]);
});

it('sends to a tunnel of another origin if the page has it', async () => {
  keepEarlier('a', HOUR_MS, { tunnel: 'https://tunnel.test/t' });
  await send({ ...CONFIG, tunnel: 'https://tunnel.test/t' });
  expect(posted).toMatchObject([{ url: 'https://tunnel.test/t' }]);
});

it('sends at most 20 in a page', async () => {
  for (let count = 0; count < 25; count += 1) keepEarlier(String(count));
  await send();
  expect([posted.length, ids().length]).toEqual([20, 5]);
});

it.each<[string, (Answer | 'no network')[], string[]]>([
  ['the network is gone', ['no network'], ['a']],
  ['the server has not started', [{ status: 404 }], ['a']],
  ['the tunnel has too much to do', [{ status: 429 }], ['a']],
  ['the tunnel is away', [{ status: 502 }], ['a']],
  ['the visitor is not signed in', [{ status: 401 }, { status: 401 }], ['a', 'a']],
  ['a sign-in page answers', [{ type: 'text/html' }, { redirected: true }], ['a', 'a']],
])('keeps them for a later page, and stops, if %s', async (_when, given, expected) => {
  keepEarlier('a', 2 * HOUR_MS);
  keepEarlier('b');
  answers = given;
  await send();
  expect([sentIds(), ids().sort()]).toEqual([expected, ['a', 'b']]);
});

it.each<[string, Answer[]]>([
  ['takes it only with cookies', [{ type: 'text/html; charset=utf-8' }, {}]],
  ['takes it without a type', [{ type: '' }]],
  ['takes it only with cookies, after a redirect to a sign-in page', [{ status: 0 }, {}]],
  ['takes it only with cookies, which a proxy requires', [{ status: 403 }, {}]],
  ['refuses it for good, which one request shows', [{ status: 413 }]],
  ['refuses it for good, also with cookies', [{ status: 403 }, { status: 403 }]],
])('removes an error if the tunnel %s', async (_what, given) => {
  keepEarlier('a');
  answers = [...given];
  await send();
  expect(posted.map(({ credentials }) => credentials)).toEqual(
    ['omit', 'same-origin'].slice(0, given.length),
  );
  expect(ids()).toEqual([]);
});

it('sends from one page of the origin at a time', async () => {
  let isHeld = true;
  Object.assign(navigator, {
    locks: {
      request: (name: string, options: object, run: (lock: object | null) => unknown) => {
        expect([name, options]).toEqual(['adit-error', { ifAvailable: true }]);
        return run(isHeld ? null : {});
      },
    },
  });
  keepEarlier('a');
  await send();
  expect([posted.length, ids()]).toEqual([0, ['a']]);
  isHeld = false;
  await send();
  expect([posted.length, ids()]).toEqual([1, []]);
});

it('removes them unsent if errors are no longer kept', async () => {
  keepEarlier('a');
  await send({ ...CONFIG, keepErrors: false });
  expect([posted.length, ids()]).toEqual([0, []]);
});

it('removes none without a tunnel: they belong to others', async () => {
  keepEarlier('a');
  await send({ keepErrors: false });
  await send({});
  expect([posted.length, ids()]).toEqual([0, ['a']]);
});

it.each([
  [true, 1],
  [undefined, 0],
])('where storage is refused, says so with debug %s: %d lines', async (isDebugging, lines) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  refuseStorage();
  await send(CONFIG, { isDebugging });
  expect(warn).toHaveBeenCalledTimes(lines);
});
