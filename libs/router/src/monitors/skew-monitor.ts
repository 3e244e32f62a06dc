import { callSafely, readProperty } from '@adit/common';
import type { RouterEventSink, SkewSource } from '../events.ts';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';
import { requireBuildId } from '../require-build-id.ts';
import { requireInteger } from '../options.ts';
import type { PageClock, FetchLike, StorageLike } from '../platform.ts';
import { backoffMs } from './backoff.ts';
import { ALWAYS, type HostSignal } from './host-signal.ts';
import { takeSkewMark, writeSkewMark } from './skew-mark.ts';
import { createStore, type Store, type WritableStore } from './store.ts';
import { doWithin, type TimedWork } from './timed.ts';

/** Whether the server still runs the build of this document. */
export type SkewState =
  | { readonly status: 'current' }
  | {
      readonly status: 'outdated';
      /** The build that answers now. */
      readonly to: string;
      /** The source that reported it. */
      readonly source: SkewSource;
    };

/** The server's answer: another build, the same, or an answer that could not be read. */
export type SkewAnswer = 'changed' | 'same' | 'unknown';

/** The part of a response whose header is read. */
export type ResponseLike = Pick<Response, 'headers'>;

/** Notices a newer build. */
export interface SkewMonitor extends Store<SkewState> {
  /**
   * Reads the build in the header of a response, which must come from the application's own server. If the header says
   * that a Server Action is unknown there, the server is asked.
   */
  readonly inspect: (response: ResponseLike) => void;
  /** Reports a build that was named elsewhere, such as in a payload. */
  readonly report: (build: string) => void;
  /**
   * Asks the server, once for all waiting callers. Reload only if it returns `changed`: a chunk may also be missing
   * because the network is bad, and an action because an attacker made it up. `same` withdraws an earlier report by a
   * server of the previous deployment during a rollout.
   *
   * `source` is the reason for asking; default `poll`.
   */
  readonly confirm: (source?: SkewSource) => Promise<SkewAnswer>;
  /** Asks every `pollMs` while the page is visible and its build is current. Returns a function that stops. */
  readonly start: () => () => void;
  /**
   * Reports that the page is about to reload to get the newer build. `source` is the reason; default that of the state.
   */
  readonly catchingUp: (source?: SkewSource) => void;
  /**
   * Reports that the route has rendered. If a page of another build was left for a newer one, the recovery is reported
   * once.
   */
  readonly rendered: () => void;
}

/** Options of {@link createSkewMonitor}. */
export interface SkewMonitorOptions {
  /** The build of this document, in the form used by the header and the version file. */
  readonly buildId: string;
  /** Asks the server. */
  readonly fetch: FetchLike;
  /** Time and timers. */
  readonly clock: PageClock;
  /** The address to ask: a version file, or any page with the header. Without it nothing is requested. */
  readonly url?: string | undefined;
  /** The header of responses that names a build. Default Next's `x-nextjs-deployment-id`. */
  readonly header?: string | undefined;
  /** The time from one poll to the next, plus or minus 20 %. Default 300 000 ms; 0 never polls. */
  readonly pollMs?: number | undefined;
  /** The maximum wait while polls fail, doubled for each. Default 3 600 000 ms. */
  readonly maxPollMs?: number | undefined;
  /** The longest time for one request. Default 10 000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Reads the build from an answer with an ok status. Default the header, or else `version` of a JSON object. */
  readonly readBuildId?: ((response: Response) => Promise<string | undefined>) | undefined;
  /** Whether the page is visible. Default always. */
  readonly visibility?: HostSignal | undefined;
  /** Tab-lifetime storage for the note from which a recovery is reported; may throw. Default none. */
  readonly storage?: (() => StorageLike | null | undefined) | undefined;
  /** Returns a number from 0 to less than 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /**
   * Called with `skew-found`, once for each build, and with `skew-recovered`. Errors it throws are reported as
   * uncaught.
   */
  readonly onEvent?: RouterEventSink | undefined;
}

const CURRENT: SkewState = Object.freeze({ status: 'current' });

/** Next sends it as `1` with a 404 (client/components/app-router-headers.js). */
const ACTION_NOT_FOUND_HEADER = 'x-nextjs-action-not-found';

/** A longer text is not the name of a build, but another server's page. */
const MAX_BUILD_ID_LENGTH = 200;

const isBuildId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_BUILD_ID_LENGTH;

/**
 * Watches for a newer build: in the headers of responses to other requests, in reports, and in a version file. It only
 * reports; before a reload, call `confirm`, then the breaker.
 *
 * A request that fails, or an answer that names no build, never means a new version.
 *
 * @throws RangeError if `buildId` is empty or not text, or a number is not a whole number of milliseconds, or exceeds a
 * timer's maximum (2,147,483,647)
 */
export function createSkewMonitor({
  buildId,
  fetch,
  clock,
  url,
  header = 'x-nextjs-deployment-id',
  pollMs = 300_000,
  maxPollMs = 3_600_000,
  timeoutMs = 10_000,
  readBuildId = async (response) => {
    const named = response.headers.get(header);
    if (named === null) return readProperty(await response.json(), 'version') as string | undefined;
    await response.body?.cancel();
    return named;
  },
  visibility = ALWAYS,
  storage = () => undefined,
  random = Math.random,
  onEvent,
}: SkewMonitorOptions): SkewMonitor {
  requireBuildId(buildId);
  requireInteger('pollMs', pollMs, 0, MAX_TIMER_MS);
  requireInteger('maxPollMs', maxPollMs, 0, MAX_TIMER_MS);
  requireInteger('timeoutMs', timeoutMs, 1, MAX_TIMER_MS);

  const context: SkewContext = {
    buildId,
    fetch,
    clock,
    url,
    header,
    pollMs,
    maxPollMs,
    timeoutMs,
    readBuildId,
    visibility,
    storage,
    random,
    onEvent,
    store: createStore<SkewState>(CURRENT),
    told: new Set(),
    asking: undefined,
    run: undefined,
    failures: 0,
    dueAt: 0,
    timer: undefined,
  };
  const { state, subscribe } = context.store;
  return {
    state,
    subscribe,
    inspect(response) {
      const build = response.headers.get(header);
      if (isBuildId(build)) note(context, build, 'header');
      if (response.headers.get(ACTION_NOT_FOUND_HEADER) === '1') void confirm(context, 'server-action');
    },
    report(build) {
      if (isBuildId(build)) note(context, build, 'build-id');
    },
    confirm: (source) => confirm(context, source),
    start: () => start(context),
    catchingUp(source) {
      const now = state();
      writeSkewMark(storage, {
        from: buildId,
        source: source ?? (now.status === 'outdated' ? now.source : undefined),
      });
    },
    rendered() {
      const mark = takeSkewMark(storage);
      if (mark === undefined || mark.from === buildId) return;
      const { source, from } = mark;
      callSafely(() => onEvent?.({ type: 'skew-recovered', source, from, to: buildId }));
    },
  };
}

/** The options that have a default. */
type Defaulted =
  'header' | 'pollMs' | 'maxPollMs' | 'timeoutMs' | 'readBuildId' | 'visibility' | 'storage' | 'random';
type Defaults = { readonly [Name in Defaulted]: NonNullable<SkewMonitorOptions[Name]> };

/** The options and the state of one monitor. Every step takes it. */
interface SkewContext extends Omit<SkewMonitorOptions, Defaulted>, Defaults {
  readonly store: WritableStore<SkewState>;
  /** The builds that were reported. */
  readonly told: Set<string>;
  asking: TimedWork<string | undefined> | undefined;
  /** Identifies the run in which a poll was started. */
  run: object | undefined;
  /** Of polls, in a row. */
  failures: number;
  dueAt: number;
  timer: unknown;
}

function note({ store, told, buildId, onEvent }: SkewContext, build: string, source: SkewSource): void {
  const now = store.state();
  if (build === buildId || (now.status === 'outdated' && now.to === build)) return;
  store.enter(Object.freeze({ status: 'outdated', to: build, source }));
  if (told.has(build)) return;
  told.add(build);
  callSafely(() => onEvent?.({ type: 'skew-found', source, from: buildId, to: build }));
}

async function ask(context: SkewContext, address: string): Promise<string | undefined> {
  const { clock, fetch, timeoutMs, readBuildId } = context;
  context.asking ??= doWithin(clock, timeoutMs, async (signal) => {
    const response = await fetch(address, { cache: 'no-store', signal });
    return response.ok ? readBuildId(response) : undefined;
  });
  const mine = context.asking;
  const ending = await mine.settled;
  if (context.asking === mine) context.asking = undefined;
  return ending.outcome === 'done' ? ending.value : undefined;
}

async function confirm(context: SkewContext, source: SkewSource = 'poll'): Promise<SkewAnswer> {
  const { url, buildId, store } = context;
  const build = url === undefined ? undefined : await ask(context, url);
  if (!isBuildId(build)) return 'unknown';
  if (build !== buildId) {
    note(context, build, source);
    return 'changed';
  }
  store.enter(CURRENT);
  return 'same';
}

async function poll(context: SkewContext): Promise<void> {
  const mine = context.run;
  const answer = await confirm(context);
  if (context.run !== mine) return;
  context.failures = answer === 'unknown' ? context.failures + 1 : 0;
  postpone(context);
}

function schedule(context: SkewContext): void {
  const { clock, store, visibility } = context;
  clock.clearTimeout(context.timer);
  if (context.run === undefined || store.state() !== CURRENT || !visibility.read()) return;
  context.timer = clock.setTimeout(() => void poll(context), Math.max(0, context.dueAt - clock.now()));
}

function postpone(context: SkewContext): void {
  const { clock, failures, pollMs: baseMs, maxPollMs: maxMs, random } = context;
  context.dueAt = clock.now() + backoffMs(failures, { baseMs, maxMs, random });
  schedule(context);
}

function start(context: SkewContext): () => void {
  const { url, pollMs, visibility, store } = context;
  if (url === undefined || pollMs === 0 || context.run !== undefined) return () => undefined;
  context.run = {};
  context.failures = 0;
  // A return to `current` means that the server has just been asked.
  const stops = [visibility.subscribe(() => schedule(context)), store.subscribe(() => postpone(context))];
  postpone(context);
  return () => {
    context.run = undefined;
    for (const stop of stops) stop();
    schedule(context);
    context.asking?.abort();
  };
}
