import { fetchSettings } from './fetch-settings.ts';

const OURS = '{"dsn":"d"}';
type Said = [status: number, body?: string, type?: string] | Error;

/** Answers in this order; the last one repeats. */
function answer(...answers: [Said, ...Said[]]) {
  let asked = 0;
  const fetch = jest.fn<Promise<unknown>, [string, RequestInit]>(() => {
    const said = answers[Math.min(asked, answers.length - 1)] as Said;
    asked += 1;
    if (said instanceof Error) return Promise.reject(said);
    const [status, body = '', type = 'application/json'] = said;
    const headers = new Headers({ 'content-type': type });
    return Promise.resolve({ ok: status === 200, status, headers, text: () => Promise.resolve(body) });
  });
  Object.assign(globalThis, { fetch });
  return fetch;
}

const credentialsOf = (fetch: jest.Mock<unknown, [string, RequestInit]>) =>
  fetch.mock.calls.map(([path, init]) => [path, init.credentials]);

const HTML: Said = [200, '<!doctype html>', 'text/html; charset=utf-8'];
let warn: jest.SpyInstance;

beforeEach(() => {
  jest.useFakeTimers();
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('returns the answer of the tunnel of the page’s own origin, which it asks without cookies', async () => {
  const fetch = answer([200, OURS]);
  expect(await fetchSettings('/monitoring-tunnel')).toEqual({ settings: OURS, credentials: 'omit' });
  expect(credentialsOf(fetch)).toEqual([['/monitoring-tunnel', 'omit']]);
  expect(warn).not.toHaveBeenCalled();
});

it('returns the answer of a server on which monitoring is off', async () => {
  const off = '{"environment":"production"}';
  answer([200, off]);
  expect((await fetchSettings('/monitoring-tunnel')).settings).toBe(off);
});

it.each<[string, Said]>([
  ['answers 401', [401, '', 'text/html']],
  ['shows its sign-in page', HTML],
  ['leads to another site, which the browser does not let the page read', new TypeError('Failed to fetch')],
])('asks with cookies behind a proxy that %s, and envelopes are sent so', async (_what, refused) => {
  const fetch = answer(refused, [200, OURS]);
  expect(await fetchSettings('/monitoring-tunnel')).toEqual({ settings: OURS, credentials: 'same-origin' });
  expect(credentialsOf(fetch).map(([, credentials]) => credentials)).toEqual(['omit', 'same-origin']);
  expect(warn).not.toHaveBeenCalled();
});

it.each<[string, Said, string]>([
  ['the server fails', [503], '503'],
  ['a proxy asks to sign in', [401, '', 'text/html'], '401'],
  ['a sign-in page, a captive portal or the page for all addresses answers', HTML, '200'],
  ['another JSON answers', [200, '{"error":"sign in"}'], '200'],
  ['a JSON that is no object answers', [200, 'null'], '200'],
  ['what says to be JSON is none', [200, '<p>'], '200'],
  ['the network is gone', new TypeError('Failed to fetch'), 'TypeError: Failed to fetch'],
])('asks again if %s, says so once, and returns what the tunnel says later', async (_case, said, shown) => {
  const fetch = answer(said, said, said, said, said, said, [200, OURS]);
  const settings = fetchSettings('/monitoring-tunnel');
  await jest.advanceTimersByTimeAsync(2_999);
  expect(fetch).toHaveBeenCalledTimes(4);
  await jest.advanceTimersByTimeAsync(1);
  expect(fetch).toHaveBeenCalledTimes(6);
  await jest.advanceTimersByTimeAsync(4_000);
  expect(await settings).toEqual({ settings: OURS, credentials: 'omit' });
  expect(warn.mock.calls).toEqual([
    [`Adit: /monitoring-tunnel answers ${shown}, which is not the tunnel: errors wait for it.`],
  ]);
});

it('waits a minute at most, and not if the browser is online or the page is seen again', async () => {
  const fetch = answer(HTML);
  void fetchSettings('/monitoring-tunnel');
  await jest.advanceTimersByTimeAsync(1_000 * (1 + 2 + 4 + 8 + 16 + 32));
  expect(fetch).toHaveBeenCalledTimes(14);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(16);
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(1);
  expect(fetch).toHaveBeenCalledTimes(16);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(1);
  expect(fetch).toHaveBeenCalledTimes(18);
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(1);
  expect(fetch).toHaveBeenCalledTimes(20);
});

it('has no settings of a server without a tunnel, which it asks four times, and says that errors are lost', async () => {
  const fetch = answer([404, '', 'text/html']);
  const settings = fetchSettings('/monitoring-tunnel');
  await jest.advanceTimersByTimeAsync(6_999);
  expect(warn).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(await settings).toEqual({ settings: undefined, credentials: 'omit' });
  expect(fetch).toHaveBeenCalledTimes(8);
  expect(warn.mock.calls).toEqual([['Adit: /monitoring-tunnel answers 404: errors of this page are lost.']]);
});

it('asks again if a server accepts the request and says nothing, each time with more patience, and says so once', async () => {
  const signals: AbortSignal[] = [];
  const fetch = jest.fn((_path: string, { signal }: RequestInit) => {
    signals.push(signal as AbortSignal);
    const silent = new Promise((_resolve, reject) => {
      // As in a browser: with the reason of the signal.
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const headers = new Headers({ 'content-type': 'application/json' });
    return signals.length <= 4
      ? silent
      : Promise.resolve({ ok: true, status: 200, headers, text: () => Promise.resolve(OURS) });
  });
  Object.assign(globalThis, { fetch });
  const settings = fetchSettings('/monitoring-tunnel');
  await jest.advanceTimersByTimeAsync(9_999);
  // Control: without its own time-out, the first request would be the last.
  expect(fetch).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1 + 10_000);
  expect(warn.mock.calls).toEqual([
    ['Adit: /monitoring-tunnel answers nothing, which is not the tunnel: errors wait for it.'],
  ]);
  await jest.advanceTimersByTimeAsync(1_000 + 19_999);
  expect(fetch).toHaveBeenCalledTimes(3);
  await jest.advanceTimersByTimeAsync(1 + 20_000 + 2_000);
  expect(await settings).toEqual({ settings: OURS, credentials: 'omit' });
  expect(warn).toHaveBeenCalledTimes(1);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true, false]);
});

it('ends a request whose body does not come, too', async () => {
  const body = jest.fn(() => new Promise<string>(() => undefined));
  const fetch = jest.fn((_path: string, { signal }: RequestInit) => {
    const headers = new Headers({ 'content-type': 'application/json' });
    return Promise.resolve({
      ok: true,
      status: 200,
      headers,
      text: () =>
        Promise.race([
          body(),
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason as Error));
          }),
        ]),
    });
  });
  Object.assign(globalThis, { fetch });
  void fetchSettings('/monitoring-tunnel');
  await jest.advanceTimersByTimeAsync(20_000);
  expect(warn).toHaveBeenCalledTimes(1);
});
