import { ROUTER_STARTED_EVENT } from '../window-events.ts';
import { createFakeClock } from '@adit/testing';
import { createNotedLocation, createTabStorage } from '../../testing/tab.helper.ts';
import type { Platform } from '../platform.ts';
import { recoverMissingChunks, type RecoverMissingChunksOptions } from './recover-missing-chunks.ts';

const OWN = 'https://app.example/_next/static/chunks/a.js';
const LOST = '<div hidden data-adit-lost>The page could not be loaded.</div>';

const addScript = (src: string, facts: Partial<HTMLScriptElement> = {}): HTMLScriptElement =>
  document.body.appendChild(
    Object.assign(document.createElement('script'), { type: 'text/plain', src }, facts),
  );

interface World {
  readonly isOnline?: boolean;
  readonly fetched?: Readonly<Record<string, object>>;
}

let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  jest.restoreAllMocks();
  Object.defineProperty(document, 'readyState', { configurable: true, value: 'complete' });
});

function createWorld(
  { isOnline = true, fetched = {} }: World = {},
  options: Partial<RecoverMissingChunksOptions> = {},
) {
  const { calls, location } = createNotedLocation('https://app.example/lab');
  const clock = createFakeClock();
  const network = { isOnline };
  const storage = createTabStorage();
  const platform: Platform = {
    clock,
    fetch: () => Promise.reject(new Error('asks nothing')),
    location,
    storage: () => storage,
    isOnline: () => network.isOnline,
  };
  Object.assign(performance, {
    getEntriesByName: (name: string) => (name in fetched ? [fetched[name]] : []),
  });
  const start = (): void => {
    stop = recoverMissingChunks({ buildId: 'a', platform, ...options });
  };
  return { calls, clock, network, start };
}

const fails = (script: HTMLScriptElement): boolean => script.dispatchEvent(new Event('error'));
const isLost = (): boolean => !document.querySelector('[data-adit-lost]')?.hasAttribute('hidden');

describe('recoverMissingChunks', () => {
  beforeEach(() => void (document.body.innerHTML = LOST));

  it.each([
    ['404', { responseStatus: 404 }, false],
    ['no status, from a browser that has none', {}, false],
    ['no status, from a failed connection', { responseStatus: 0 }, false],
    ['200', { responseStatus: 200 }, true],
    ['304', { responseStatus: 304 }, true],
  ])('takes a script out of the document that was answered before with %s: kept %#', (_, entry, isKept) => {
    const script = addScript(OWN);
    createWorld({ fetched: { [OWN]: entry } }).start();
    expect(script.isConnected).toBe(isKept);
  });

  it('leaves scripts alone that are on their way, are no module browser’s, or are of others', () => {
    const others = [
      addScript(OWN),
      addScript(OWN, { noModule: true }),
      addScript('https://ads.example/a.js'),
    ];
    const gone = { responseStatus: 404 };
    createWorld({ fetched: { 'https://ads.example/a.js': gone } }).start();
    expect(others.map(({ isConnected }) => isConnected)).toEqual([true, true, true]);
  });

  it('S14 reloads the page once if it has not started two seconds after a script failed', async () => {
    const { calls, clock, start } = createWorld();
    start();
    const script = addScript(OWN);
    fails(script);
    fails(addScript(OWN));
    expect(script.isConnected).toBe(false);
    await clock.advance(1_999);
    expect(calls).toEqual([]);
    await clock.advance(1);
    expect(calls).toEqual(['reload']);
    expect(isLost()).toBe(false);

    // The next document of the tab.
    stop();
    start();
    fails(addScript(OWN));
    await clock.advance(2_000);
    expect(calls).toEqual(['reload']);
    expect(isLost()).toBe(true);

    dispatchEvent(new Event(ROUTER_STARTED_EVENT));
    expect(isLost()).toBe(false);
  });

  it('S14 does so for an uncaught error of the bundler', async () => {
    const { calls, clock, start } = createWorld();
    start();
    const error = new Error('Failed to load chunk /_next/static/chunks/a.js');
    dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }));
    await clock.advance(2_000);
    expect(calls).toEqual(['reload']);
  });

  it('waits for the page to be loaded, because a script that is still on its way may be what it lacks', async () => {
    Object.defineProperty(document, 'readyState', { configurable: true, value: 'interactive' });
    const { calls, clock, start } = createWorld();
    start();
    fails(addScript(OWN));
    await clock.advance(60_000);
    expect(calls).toEqual([]);
    Object.defineProperty(document, 'readyState', { configurable: true, value: 'complete' });
    dispatchEvent(new Event('load'));
    await clock.advance(2_000);
    expect(calls).toEqual(['reload']);
  });

  it('does nothing once the page has started, nor for what the page does not need', async () => {
    const { calls, clock, start } = createWorld();
    start();
    fails(addScript('https://ads.example/a.js'));
    document.body.append(document.createElement('img'));
    document.querySelector('img')?.dispatchEvent(new Event('error'));
    dispatchEvent(new ErrorEvent('error', { message: 'own', error: new Error('own') }));
    dispatchEvent(new Event('load'));
    await clock.advance(60_000);
    fails(addScript(OWN));
    dispatchEvent(new Event(ROUTER_STARTED_EVENT));
    fails(addScript(OWN));
    await clock.advance(60_000);
    expect(calls).toEqual([]);
  });

  it('waits for the network where there is none', async () => {
    const { calls, clock, network, start } = createWorld({ isOnline: false });
    start();
    fails(addScript(OWN));
    await clock.advance(60_000);
    expect([calls, isLost()]).toEqual([[], false]);
    network.isOnline = true;
    dispatchEvent(new Event('online'));
    expect(calls).toEqual(['reload']);
  });

  it('S14 shows the screen where the host throws, and takes for its own what it is told to', async () => {
    const { calls, clock, start } = createWorld({}, { isOwn: (src) => src.endsWith('/own.js') });
    start();
    fails(addScript(OWN));
    await clock.advance(60_000);
    expect(calls).toEqual([]);
    calls.push = () => {
      throw new Error('a host that throws');
    };
    fails(addScript('https://app.example/own.js'));
    await clock.advance(2_000);
    expect(isLost()).toBe(true);
  });
});
