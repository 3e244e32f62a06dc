/** @jest-environment ./jest-environment-browser.cjs */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFakeClock } from '@adit/testing';
import { createNotedLocation } from '../testing/tab.helper.ts';
import { governPrefetches } from './governor/govern-prefetches.ts';
import { createPageLife } from './browser/page-life.ts';
import { recoverMissingChunks } from './browser/recover-missing-chunks.ts';
import { createRetryingFetch } from './fetch/retrying-fetch.ts';
import { createHardNavigator } from './navigation/hard-navigation.ts';
import { createNavigator } from './navigation/navigator.ts';
import type { FetchLike } from './platform.ts';
import { createAdmission } from './prefetch/admission.ts';
import { createConnectivityMonitor } from './monitors/connectivity-monitor.ts';
import { createSkewMonitor } from './monitors/skew-monitor.ts';

const HERE = 'https://app.example/home';
const at = (path: string): string => `https://app.example${path}`;
/** The application's function: absent, or one that throws or rejects at each call. */
type Given = (() => never) | undefined;

/** Uses every feature that calls the function, and returns the results. */
type Scenario = (given: Given) => unknown;

function createTab() {
  return { ...createNotedLocation(HERE), clock: createFakeClock() };
}

/** A navigation that is shown, one that becomes a document load, and one that waits for the network. */
async function navigate(options: object, hardOptions: object = {}): Promise<unknown> {
  const { calls, location, clock } = createTab();
  const states: string[] = [];
  const hard = createHardNavigator({ location, breaker: { claim: () => true }, ...hardOptions });
  const navigator = createNavigator({
    soft: { push: (href) => void calls.push(`push ${href}`), replace: () => undefined },
    hard,
    location,
    clock,
    random: () => 0,
    ...options,
  });
  const { listener } = options as { listener?: () => void };
  if (listener !== undefined) navigator.subscribe(listener);
  navigator.subscribe(() => states.push(navigator.state().status));
  navigator.push('/a');
  location.href = at('/a');
  navigator.commit(at('/a'));
  navigator.push('/b');
  await clock.advance(3_800);
  navigator.push('/c');
  navigator.push('/a');
  navigator.push('/d');
  navigator.fail(new TypeError('Failed to fetch'));
  navigator.online();
  await clock.advance(20_000);
  return { calls, states, state: navigator.state(), pending: clock.pending };
}

async function waitForNetwork(options: object): Promise<unknown> {
  const { location, clock, calls } = createTab();
  let refuses = true;
  const navigator = createNavigator({
    soft: { push: (href) => void calls.push(href), replace: () => undefined },
    hard: {
      hardNavigate: () => (refuses ? { outcome: 'refused', reason: 'offline' } : { outcome: 'navigating' }),
      isLeaving: () => false,
      stay: () => undefined,
    },
    location,
    clock,
    reconnectSpreadMs: 1,
    ...options,
  });
  navigator.push('/a');
  navigator.fail(new Error('lost'));
  refuses = false;
  navigator.online();
  await clock.advance(2);
  return { calls, state: navigator.state() };
}

function admit(options: object): unknown {
  const admission = createAdmission({
    conditions: () => ({
      online: true,
      hidden: false,
      saveData: undefined,
      effectiveType: undefined,
      bot: false,
    }),
    page: () => HERE,
    now: () => 0,
    ...options,
  });
  return ['/a', '/b', '/home'].map((path) => admission.decide({ url: at(path), priority: 'viewport' }));
}

async function retry(options: object): Promise<unknown> {
  const clock = createFakeClock();
  const statuses = [500, 404, 200];
  let requests = 0;
  const fetch = createRetryingFetch({
    fetch: async () => {
      requests += 1;
      return { status: statuses.shift(), headers: new Headers(), body: null } as Response;
    },
    clock,
    jitter: 0,
    wallClock: clock.now,
    ...options,
  });
  const answer = fetch('/a').then(({ status }) => status);
  await clock.advance(1_000);
  return [await answer, requests];
}

async function watchNetwork(options: object, isOurs?: Given | (() => Promise<never>)): Promise<unknown> {
  const clock = createFakeClock();
  let online = true;
  let hear = (): void => undefined;
  const told: string[] = [];
  const monitor = createConnectivityMonitor({
    clock,
    network: { read: () => online, subscribe: (listener) => ((hear = listener), () => undefined) },
    probe: { url: '/probe', fetch: async () => ({ status: 204 }) as Response, isOurs },
    resumeJitterMs: 1,
    retryMs: 1_000,
    ...options,
  });
  const { listener } = options as { listener?: () => void };
  if (listener !== undefined) monitor.subscribe(listener);
  monitor.start();
  online = false;
  hear();
  void monitor.whenOnline('a').then((outcome) => told.push(outcome));
  online = true;
  hear();
  await clock.advance(100);
  return [told, monitor.state(), clock.pending];
}

async function watchSkew(options: object): Promise<unknown> {
  const clock = createFakeClock();
  const monitor = createSkewMonitor({
    buildId: '1',
    fetch: async () =>
      ({ ok: true, headers: new Headers({ 'x-nextjs-deployment-id': '2' }), body: null }) as Response,
    clock,
    url: '/version',
    pollMs: 1_000,
    ...options,
  });
  const { listener } = options as { listener?: () => void };
  if (listener !== undefined) monitor.subscribe(listener);
  const stop = monitor.start();
  await clock.advance(1_500);
  stop();
  return [monitor.state(), clock.pending];
}

async function govern(options: object): Promise<unknown> {
  const clock = createFakeClock();
  const sent: string[] = [];
  const fetch: FetchLike = async (input) => {
    sent.push(new Request(input).url);
    return new Response('x');
  };
  const target = { fetch };
  const governor = governPrefetches({ target, clock, ...options });
  const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
    target.fetch(new URL(path, location.href), { headers: { rsc: '1', ...headers }, priority: 'low' });
  const prefetches = ['/a', '/b'].map((path) =>
    ask(path, { 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }),
  );
  await clock.advance(10);
  await Promise.all(prefetches);
  await target.fetch(new URL('/a', location.href), { headers: { rsc: '1' } });
  await clock.advance(10);
  const stats = governor.stats();
  governor.stop();
  return { sent, stats };
}

/** Every function that an application can pass, by the interface that accepts it. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'NavigatorOptions.onEvent': (onEvent) => navigate({ onEvent }),
  'NavigatorOptions.isOnline': (isOnline) => navigate({ isOnline }),
  'NavigatorOptions.random': (random) => waitForNetwork({ random }),
  'Navigator.subscribe': (listener) => navigate({ listener }),
  'HardNavigatorOptions.onEvent': (onEvent) => navigate({}, { onEvent }),
  'HardNavigatorOptions.isOnline': (isOnline) => navigate({}, { isOnline }),
  'HardNavigatorOptions.hasUnsavedInput': (hasUnsavedInput) => navigate({}, { hasUnsavedInput }),
  'PageLifeOptions.onShown': (onShown) => {
    const calls: string[] = [];
    const page = createPageLife({
      navigator: {
        commit: (href) => void calls.push(href),
        reset: () => undefined,
        online: () => undefined,
        replace: () => ({ outcome: 'started' }),
        state: () => ({ status: 'idle' }),
        subscribe: () => () => undefined,
      },
      breaker: { settled: (href) => void calls.push(`settled ${href}`), documentRestored: () => undefined },
      onShown,
    });
    page.shown(HERE);
    page.shown(at('/a'));
    return calls;
  },
  'AdmissionOptions.conditions': (conditions) => admit(conditions ? { conditions } : {}),
  'AdmissionOptions.enabled': (enabled) => admit({ enabled }),
  'RetryPolicyOptions.isRetryable': (isRetryable) => retry({ isRetryable }),
  'RetryPolicyOptions.random': (random) => retry({ random }),
  'ConnectivityMonitorOptions.onEvent': (onEvent) => watchNetwork({ onEvent }),
  'ConnectivityMonitorOptions.random': (random) => watchNetwork({ random }),
  'ConnectivityProbe.isOurs': (isOurs) => watchNetwork({}, isOurs),
  'Store.subscribe': (listener) => watchNetwork({ listener }),
  'SkewMonitorOptions.onEvent': (onEvent) => watchSkew({ onEvent }),
  'SkewMonitorOptions.random': (random) => watchSkew({ random }),
  'GovernPrefetchesOptions.onEvent': (onEvent) => govern({ onEvent }),
  'GovernPrefetchesOptions.enabled': (enabled) => govern({ enabled }),
  'GovernPrefetchesOptions.conditions': (conditions) => govern({ conditions }),
  'GovernPrefetchesOptions.page': (page) => govern({ page }),
  'RecoverMissingChunksOptions.isOwn': (isOwn) => {
    const scripts = ['/_next/static/a.js', '/other.js'].map((src) =>
      document.body.appendChild(Object.assign(document.createElement('script'), { type: 'text/plain', src })),
    );
    // jsdom has no resource timing.
    Object.assign(performance, { getEntriesByName: () => [] });
    const { location, clock } = createTab();
    const platform = {
      clock,
      location,
      fetch: () => Promise.reject(new Error('asks nothing')),
      storage: () => undefined,
      isOnline: () => true,
    };
    const stop = recoverMissingChunks({ buildId: '1', isOwn, platform });
    for (const script of scripts) script.dispatchEvent(new Event('error'));
    stop();
    const kept = scripts.map((script) => script.isConnected);
    for (const script of scripts) script.remove();
    return kept;
  },
};

/** Required functions, each with a value to use instead of one that throws. */
const REQUIRED: Readonly<Record<string, () => unknown>> = {
  'AdmissionOptions.page, which then refuses': () => {
    expect(admit({ page: fail })).toEqual(['other-origin', 'other-origin', 'other-origin']);
  },
};

/** The failure of these is a result that their module handles, or they belong to the host. */
const NOT_CALLBACKS =
  /\.(now|wallClock|fetch|run|storage|transport|fallback|readBuildId|network|visibility)$/;
/**
 * Errors thrown here become unhandled rejections, which fail a Jest test. They are tested in a browser
 * (callbacks.spec.ts).
 */
const IN_THE_BROWSER = [
  'PrefetchLinksOptions.ignore',
  'PrefetchLinksOptions.onEvent',
  'WatchIntentsOptions.onIntent',
  'WatchIntentsOptions.onLeave',
];
/** These pass the function on to a module that is among the scenarios. */
const PASSED_ON = [
  'RouterSettings.onEvent',
  'RecoverMissingChunksOptions.onEvent',
  'HoldMissingChunksOptions.onEvent',
];
/** No entry exports these: the library itself provides the functions. */
const INTERNAL =
  /^(Backoff|SendOnlineOptions|InputKeeperOptions|InputNoteOptions|GovernedRequestsOptions|GovernedPageListener|PrefetchLedgerOptions|RouteRecoveryOptions|WatchLinkClicksOptions|GuessRateOptions)\./;

function fail(): never {
  throw new Error('of the application');
}

/** The members of option interfaces that are functions, as `Interface.member`. */
function findCallbacks(): readonly string[] {
  const paths = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.(test|spec)\./.test(path),
  );
  return paths.flatMap((path) => {
    const text = readFileSync(join(__dirname, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const interfaces = text.matchAll(
      /interface (\w*(?:Options|Settings|Probe|Listener|Backoff))\b[^{]*\{([\s\S]*?)\n\}/g,
    );
    return [...interfaces].flatMap(([, name = '', body = '']) =>
      [...body.matchAll(/readonly (\w+)\??:([^;]*)/g)]
        .filter(([, , type = '']) => /=>|EventSink|FetchLike|HostSignal|Transport\b/.test(type))
        .map(([, member = '']) => `${name}.${member}`),
    );
  });
}

describe('a function of the application that throws', () => {
  let reported: jest.SpyInstance;
  const realQueue = globalThis.queueMicrotask;

  beforeEach(() => {
    reported = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
      try {
        task();
      } catch (error) {
        if ((error as Error).message === 'of the application') return;
      }
      realQueue(() => undefined);
    });
  });
  afterEach(() => {
    reported.mockRestore();
  });

  it.each(Object.entries(SCENARIOS))('changes nothing, and is reported: %s', async (_name, run) => {
    const usual: unknown = await run(undefined);
    expect(reported).not.toHaveBeenCalled();
    expect(await run(fail)).toEqual(usual);
    expect(reported).toHaveBeenCalled();
  });

  it('changes nothing where it rejects instead: ConnectivityProbe.isOurs', async () => {
    const usual = await watchNetwork({});
    expect(await watchNetwork({}, () => Promise.reject(new Error('of the application')))).toEqual(usual);
    expect(reported).toHaveBeenCalled();
  });

  it.each(Object.entries(REQUIRED))(
    'has a stand-in where it cannot be left out, and is reported: %s',
    async (_name, check) => {
      await check();
      expect(reported).toHaveBeenCalled();
    },
  );

  it('is one of those tried here, whichever the library takes', () => {
    const tried = [...Object.keys(SCENARIOS), ...Object.keys(REQUIRED).map((title) => title.split(',')[0])];
    const found = findCallbacks();
    expect(found.length).toBeGreaterThan(40);
    expect(
      found.filter(
        (name) =>
          !tried.includes(name) &&
          !IN_THE_BROWSER.includes(name) &&
          !PASSED_ON.includes(name) &&
          !NOT_CALLBACKS.test(name) &&
          !INTERNAL.test(name),
      ),
    ).toEqual([]);
  });
});
