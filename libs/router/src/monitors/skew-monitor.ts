import { readProperty } from '@adit/common';
import { callSafely } from '../call-safely.ts';
import type { RouterEventSink, SkewSource } from '../events.ts';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';
import { requireBuildId } from '../require-build-id.ts';
import { requireInteger } from '../options.ts';
import type { Clock, FetchLike, StorageLike } from '../platform.ts';
import { backoffMs } from './backoff.ts';
import { ALWAYS, type HostSignal } from './host-signal.ts';
import { takeSkewMark, writeSkewMark } from './skew-mark.ts';
import { createStore, type Store } from './store.ts';
import { doWithin, type TimedWork } from './timed.ts';

/** Whether the server still runs the build this document is of. */
export type SkewState =
  | { readonly status: 'current' }
  | {
      readonly status: 'outdated';
      /** The build that answers now. */
      readonly to: string;
      /** What reported it. */
      readonly source: SkewSource;
    };

/** What the server says when asked: another build, the same, or nothing that could be understood. */
export type SkewAnswer = 'changed' | 'same' | 'unknown';

/** The part of a response a header is read from. */
export type ResponseLike = Pick<Response, 'headers'>;

/** Notices a newer build. */
export interface SkewMonitor extends Store<SkewState> {
  /**
   * Looks at the build named by the header of a response, which must be of the application's own server. Where it says
   * that a Server Action is unknown there, the server is asked.
   */
  readonly inspect: (response: ResponseLike) => void;
  /** Looks at a build named by anything else, such as a payload. */
  readonly report: (build: string) => void;
  /**
   * Asks the server, once for all callers that wait. Reload only if it returns `changed`: a chunk may also be missing because the
   * network is bad, and an action because an attacker made it up. `same` takes back what a server of the last deployment
   * said while a new one was rolled out.
   *
   * `source` is what gave reason to ask; default `poll`.
   */
  readonly confirm: (source?: SkewSource) => Promise<SkewAnswer>;
  /** Asks every `pollMs` while the page is seen and its build is current. Returns a function that stops. */
  readonly start: () => () => void;
  /** The page is about to reload to catch up; `source` is what gave reason to, by default what the state says. */
  readonly catchingUp: (source?: SkewSource) => void;
  /** The route has rendered. If a page of another build was left to catch up, that has worked, and is reported once. */
  readonly rendered: () => void;
}

/** Options of {@link createSkewMonitor}. */
export interface SkewMonitorOptions {
  /** The build of this document, as the header and the version file name builds. */
  readonly buildId: string;
  /** Asks the server. */
  readonly fetch: FetchLike;
  /** Time and timers. */
  readonly clock: Clock;
  /** What to ask: a version file, or any page that carries the header. Without it nothing is asked. */
  readonly url?: string | undefined;
  /** The header of responses that names a build. Default Next's `x-nextjs-deployment-id`. */
  readonly header?: string | undefined;
  /** How long from one poll to the next, within 20 %. Default 300 000 ms; 0 never polls. */
  readonly pollMs?: number | undefined;
  /** What a wait grows to while polls fail, doubling for each. Default 3 600 000 ms. */
  readonly maxPollMs?: number | undefined;
  /** How long one question may take. Default 10 000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Reads the build out of an answer with a good status. Default the header, or else `version` of a JSON object. */
  readonly readBuildId?: ((response: Response) => Promise<string | undefined>) | undefined;
  /** Whether the page is seen. Default always. */
  readonly visibility?: HostSignal | undefined;
  /** Tab-lifetime storage, for the note that a recovery is reported from; may throw. Default none. */
  readonly storage?: (() => StorageLike | null | undefined) | undefined;
  /** Returns a number from 0 to less than 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Called with `skew-found`, once for each build, and of `skew-recovered`. What it throws is reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
}

const CURRENT: SkewState = Object.freeze({ status: 'current' });

/** Next sends it as `1` with a 404 (client/components/app-router-headers.js). */
const ACTION_NOT_FOUND_HEADER = 'x-nextjs-action-not-found';

/** A longer one is no name of a build, but another server's page. */
const MAX_BUILD_ID_LENGTH = 200;

const isBuildId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_BUILD_ID_LENGTH;

/**
 * Watches for a newer build: in the headers of responses that come anyway, in whatever else names a build, and in a
 * version file. It only reports; before a reload, call `confirm`, then the breaker.
 *
 * A question that fails, or is answered by something that names no build, never means a new version.
 *
 * @throws RangeError when `buildId` is empty or no text, or a number is not a whole number of milliseconds, or
 * more than a timer takes (2,147,483,647)
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

  const { state, subscribe, enter } = createStore<SkewState>(CURRENT);
  const told = new Set<string>();
  let asking: TimedWork<string | undefined> | undefined;
  /** Polls are of the run they were started in. */
  let run: object | undefined;
  let failures = 0;
  let dueAt = 0;
  let timer: unknown;

  function note(build: string, source: SkewSource): void {
    const now = state();
    if (build === buildId || (now.status === 'outdated' && now.to === build)) return;
    enter(Object.freeze({ status: 'outdated', to: build, source }));
    if (told.has(build)) return;
    told.add(build);
    callSafely(() => onEvent?.({ type: 'skew-found', source, from: buildId, to: build }));
  }

  async function ask(address: string): Promise<string | undefined> {
    asking ??= doWithin(clock, timeoutMs, async (signal) => {
      const response = await fetch(address, { cache: 'no-store', signal });
      return response.ok ? readBuildId(response) : undefined;
    });
    const mine = asking;
    const ending = await mine.settled;
    if (asking === mine) asking = undefined;
    return ending.outcome === 'done' ? ending.value : undefined;
  }

  async function confirm(source: SkewSource = 'poll'): Promise<SkewAnswer> {
    const build = url === undefined ? undefined : await ask(url);
    if (!isBuildId(build)) return 'unknown';
    if (build !== buildId) {
      note(build, source);
      return 'changed';
    }
    enter(CURRENT);
    return 'same';
  }

  async function poll(): Promise<void> {
    const mine = run;
    const answer = await confirm();
    if (run !== mine) return;
    failures = answer === 'unknown' ? failures + 1 : 0;
    postpone();
  }

  function schedule(): void {
    clock.clearTimeout(timer);
    if (run === undefined || state() !== CURRENT || !visibility.read()) return;
    timer = clock.setTimeout(() => void poll(), Math.max(0, dueAt - clock.now()));
  }

  function postpone(): void {
    dueAt = clock.now() + backoffMs(failures, { baseMs: pollMs, maxMs: maxPollMs, random });
    schedule();
  }

  return {
    state,
    subscribe,
    inspect(response) {
      const build = response.headers.get(header);
      if (isBuildId(build)) note(build, 'header');
      if (response.headers.get(ACTION_NOT_FOUND_HEADER) === '1') void confirm('server-action');
    },
    report(build) {
      if (isBuildId(build)) note(build, 'build-id');
    },
    confirm,
    start() {
      if (url === undefined || pollMs === 0 || run !== undefined) return () => undefined;
      run = {};
      failures = 0;
      // Back at current means that the server was asked just now.
      const stops = [visibility.subscribe(schedule), subscribe(postpone)];
      postpone();
      return () => {
        run = undefined;
        for (const stop of stops) stop();
        schedule();
        asking?.abort();
      };
    },
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
