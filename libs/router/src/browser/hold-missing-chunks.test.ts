import type { RouterEvent } from '../events.ts';
import { ROUTER_STARTED_EVENT } from '../window-events.ts';
import { holdMissingChunks } from './hold-missing-chunks.ts';
import type { RecoverMissingChunksOptions } from './recover-missing-chunks.ts';

const OWN = 'https://app.example/_next/static/chunks/a.js';
const START_TIMEOUT_MS = 2_000;
/** A timer of jsdom stands in for the browser's idle callback. */
const IDLE_MS = 1;

/** The chunk with the recovery. */
const chunk = { isGone: false, loads: 0 };
const recover = jest.fn<undefined, [RecoverMissingChunksOptions]>();
jest.mock('./recover-missing-chunks.ts', () => {
  chunk.loads += 1;
  if (chunk.isGone) throw new Error('Loading chunk 7 failed.');
  return { recoverMissingChunks: recover };
});
const reloadOnce = jest.fn<boolean, [string]>();
jest.mock('./reload-once.ts', () => ({ reloadOnce: (buildId: string) => reloadOnce(buildId) }));

const onEvent = jest.fn<undefined, [RouterEvent]>();
let network: jest.SpyInstance;

beforeEach(() => {
  jest.resetModules();
  jest.resetAllMocks();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  Object.assign(chunk, { isGone: false, loads: 0 });
  Object.assign(performance, { getEntriesByName: () => [] });
  document.body.innerHTML = '<div hidden data-adit-lost>The page could not be loaded.</div>';
  network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  reloadOnce.mockReturnValue(true);
});
afterEach(() => {
  start();
  jest.useRealTimers();
});

const hold = (): void => holdMissingChunks({ buildId: 'a', onEvent });
const start = (): boolean => dispatchEvent(new Event(ROUTER_STARTED_EVENT));
const wait = (delayMs: number) => jest.advanceTimersByTimeAsync(delayMs);
const isLost = (): boolean => !document.querySelector('[data-adit-lost]')?.hasAttribute('hidden');

function failScript(src = OWN): HTMLScriptElement {
  const script = document.createElement('script');
  document.body.append(Object.assign(script, { type: 'text/plain', src }));
  script.dispatchEvent(new Event('error'));
  return script;
}

it('loads nothing as long as nothing fails, and says that it watches', async () => {
  const watched = jest.fn();
  addEventListener('adit:scripts-watched', watched, { once: true });
  hold();
  await wait(START_TIMEOUT_MS);
  expect([chunk.loads, watched.mock.calls.length]).toEqual([0, 1]);
});

it('keeps no more than twenty failures for the recovery', async () => {
  hold();
  for (let index = 0; index < 50; index += 1) dispatchEvent(new ErrorEvent('error'));
  await wait(0);
  expect(recover.mock.calls[0]?.[0].heard).toHaveLength(20);
});

it('takes scripts out of the document that have failed before', () => {
  const script = failScript();
  Object.assign(performance, { getEntriesByName: () => [{ responseStatus: 404 }] });
  hold();
  expect(script.isConnected).toBe(false);
});

it('hands over what it has heard', async () => {
  hold();
  const script = failScript();
  const rejection = new Event('unhandledrejection');
  dispatchEvent(rejection);
  expect(script.isConnected).toBe(false);
  await wait(0);

  expect(recover).toHaveBeenCalledTimes(1);
  const { heard, ...options } = recover.mock.calls[0]![0];
  expect(options).toEqual({ buildId: 'a', onEvent });
  expect(heard!.map(({ target }) => target)).toEqual([script, window]);
  expect(heard![1]).toBe(rejection);

  failScript();
  expect(heard).toHaveLength(2);
});

it('leaves scripts alone that do not belong to the page', async () => {
  hold();
  expect(failScript('https://ads.example/a.js').isConnected).toBe(true);
  await wait(0);
  expect(chunk.loads).toBe(0);
});

it.each([
  ['before something fails', (): void => void start()],
  ['before the recovery has come', (): void => void (failScript(), start())],
])('does nothing if the page starts %s', async (_when, act) => {
  hold();
  act();
  failScript();
  await wait(START_TIMEOUT_MS);
  expect(recover).not.toHaveBeenCalled();
  expect(reloadOnce).not.toHaveBeenCalled();
});

describe('without the chunk', () => {
  beforeEach(() => void (chunk.isGone = true));

  it('reloads the page if it has not started two seconds later', async () => {
    hold();
    failScript();
    await wait(START_TIMEOUT_MS - IDLE_MS);
    expect(reloadOnce).not.toHaveBeenCalled();
    await wait(2 * IDLE_MS);
    expect(reloadOnce.mock.calls).toEqual([['a']]);
    expect(isLost()).toBe(false);
    const { href: url } = location;
    expect(onEvent.mock.calls).toEqual([
      [{ type: 'hard-navigation', url, reason: 'missing-chunk', refusal: undefined }],
    ]);
  });

  it('shows the screen if that has not helped, until the page starts after all', async () => {
    reloadOnce.mockReturnValue(false);
    hold();
    failScript();
    await wait(2 * START_TIMEOUT_MS);
    expect(isLost()).toBe(true);
    expect(onEvent.mock.calls[0]?.[0]).toMatchObject({ refusal: 'already-reloaded' });

    start();
    expect(isLost()).toBe(false);
  });

  it('waits for the network', async () => {
    network.mockReturnValue(false);
    hold();
    failScript();
    await wait(2 * START_TIMEOUT_MS);
    expect([reloadOnce.mock.calls.length, isLost()]).toEqual([0, false]);

    network.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    expect(reloadOnce).toHaveBeenCalledTimes(1);
  });

  it('does nothing if the page starts', async () => {
    hold();
    failScript();
    await wait(START_TIMEOUT_MS - IDLE_MS);
    start();
    await wait(START_TIMEOUT_MS);
    expect(reloadOnce).not.toHaveBeenCalled();
  });
});
