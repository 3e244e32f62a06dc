import { createCounter, DAY_MS, HOUR_MS, MINUTE_MS, roll, type Counter } from './counter.ts';
import type { BudgetLimits } from './budget-limits.ts';
import type { BudgetStore } from './budget-store.ts';
import { hashOf } from './hash.ts';

/** Fingerprints that a process remembers, each with about 1.6 KB. The one that was seen least recently goes first. */
export const MAX_ERRORS = 10_000;
/** Projects, each with at most 60 KB. */
export const MAX_PROJECTS = 100;
/** Releases of a project in a day. All others share one count. */
export const MAX_RELEASES = 100;
/** Hours of a project that are remembered: a week. */
export const MAX_HOURS = 7 * 24;

/** All errors of one fingerprint. */
export interface ErrorState {
  readonly fingerprint: string;
  readonly title: string;
  readonly project: string;
  readonly firstSeenAt: number;
  /** Whether it stands for all new fingerprints over their limit. None of its events is a first one. */
  readonly isShared: boolean;
  release: string;
  lastSeenAt: number;
  /** Since `firstSeenAt`, of this process. At most 2^53. */
  seen: number;
  passed: number;
  dropped: number;
  /** Dropped since the last one that passed. */
  pending: number;
  lastPassedAt: number;
  /** Passed in the day; not counted further once all first ones have passed. */
  readonly day: Counter;
  /** Passed in the minute. */
  readonly minute: Counter;
  /** Replicas that have seen it in this minute, as far as known. */
  replicas: number;
  /** Replicas that are expected to see it in this minute. */
  expected: number;
  /** Whether the store knows that this replica has seen it in this minute. */
  isTold: boolean;
  /** Whether the other replicas have had the time to tell what they let pass of their allowance. */
  isSpread: boolean;
  /** Own events that may pass in this minute before the store has answered again. */
  allowance: number;
  /** The hour in which it counts as a new fingerprint; `undefined` once it is known whether it is new for all replicas. */
  newInHour: number | undefined;
}

/** All errors of one project. */
export interface ProjectState {
  readonly project: string;
  /** Events that passed. */
  readonly day: Counter;
  /** Events that the limits of their fingerprints let pass. */
  readonly hour: Counter;
  /** Fingerprints that are new for all replicas. */
  readonly newHour: Counter;
  readonly newDay: Counter;
  /** Fingerprints of this hour that are new here, and maybe known to other replicas. */
  unsure: number;
  readonly releases: Map<string, Counter>;
  readonly shared: ErrorState;
  /** The final counts of `hour`, by the number of the hour. */
  readonly hours: Map<number, number>;
  readonly firstHour: number;
}

/** The state of a budget. Every step takes it. */
export interface BudgetContext {
  readonly limits: BudgetLimits;
  readonly store: BudgetStore | undefined;
  readonly random: () => number;
  /** By project and fingerprint; the one that was seen last is the last. */
  readonly errors: Map<string, ErrorState>;
  /** The one that was seen last is the last. */
  readonly projects: Map<string, ProjectState>;
  /** Counters that the store is told of next, with the error of those that belong to one. */
  readonly dirty: Map<Counter, ErrorState | undefined>;
}

/** Creates the state of a fingerprint that was never seen. */
export function createError(
  context: BudgetContext,
  of: Pick<ErrorState, 'fingerprint' | 'title' | 'project' | 'isShared'>,
  nowMs: number,
): ErrorState {
  const name = `${hashOf(of.project)}:${of.fingerprint}`;
  return {
    ...of,
    firstSeenAt: nowMs,
    release: '',
    lastSeenAt: nowMs,
    seen: 0,
    passed: 0,
    dropped: 0,
    pending: 0,
    lastPassedAt: -Infinity,
    day: createCounter(`first:${name}`, DAY_MS, nowMs),
    minute: createCounter(`minute:${name}`, MINUTE_MS, nowMs),
    replicas: 1,
    expected: 1,
    isTold: false,
    isSpread: false,
    allowance: context.limits.perMinute,
    newInHour: undefined,
  };
}

/** Returns the state of a project. If there are too many, the one that was seen least recently is forgotten. */
export function projectOf(context: BudgetContext, project: string, nowMs: number): ProjectState {
  const { projects } = context;
  const known = projects.get(project);
  if (known !== undefined) {
    if (projects.size > 1) {
      projects.delete(project);
      projects.set(project, known);
    }
    rollProject(context, known, nowMs);
    return known;
  }
  for (const [oldest, state] of projects) {
    if (projects.size < MAX_PROJECTS) break;
    projects.delete(oldest);
    const { day, hour, newHour, newDay, shared, releases } = state;
    forget(context, [day, hour, newHour, newDay, shared.day, shared.minute, ...releases.values()]);
  }
  const name = hashOf(project);
  const state: ProjectState = {
    project,
    day: createCounter(`day:${name}`, DAY_MS, nowMs),
    hour: createCounter(`hour:${name}`, HOUR_MS, nowMs),
    newHour: createCounter(`new:${name}`, HOUR_MS, nowMs),
    newDay: createCounter(`news:${name}`, DAY_MS, nowMs),
    unsure: 0,
    releases: new Map(),
    shared: createError(
      context,
      { fingerprint: 'other', title: 'New errors over their limit', project, isShared: true },
      nowMs,
    ),
    hours: new Map(),
    firstHour: Math.floor(nowMs / HOUR_MS),
  };
  projects.set(project, state);
  return state;
}

function rollProject(context: BudgetContext, state: ProjectState, nowMs: number): void {
  const { day, hour, newHour, newDay, releases, hours } = state;
  const { period, known, sent, unsent } = hour;
  roll(hour, nowMs);
  if (hour.period > period) {
    hours.set(period, known + sent + unsent);
    for (const oldest of hours.keys()) {
      if (hours.size <= MAX_HOURS) break;
      hours.delete(oldest);
    }
    // The store has not answered: they count as new.
    newDay.unsent += state.unsure;
    state.unsure = 0;
  }
  roll(newHour, nowMs);
  roll(newDay, nowMs);
  const before = day.period;
  roll(day, nowMs);
  if (day.period <= before) return;
  forget(context, releases.values());
  releases.clear();
}

/** Begins a new minute and a new day of a fingerprint. */
export function rollError({ limits, random }: BudgetContext, state: ErrorState, nowMs: number): void {
  const { minute, day } = state;
  const before = minute.period;
  roll(minute, nowMs);
  roll(day, nowMs);
  if (minute.period === before) return;
  state.isTold = false;
  state.isSpread = false;
  if (minute.period < before) return;
  // The longer nobody has looked, the less is known of the others.
  state.expected = Math.max(1, state.replicas / 2 ** (minute.period - before - 1));
  state.replicas = 1;
  state.allowance = shareOf(limits.perMinute, state.expected, random);
}

/** Returns one replica's share of a rest, as a whole number. Over all replicas, the shares are the rest on average. */
export function shareOf(rest: number, replicas: number, random: () => number): number {
  const share = Math.max(0, rest) / replicas;
  const whole = Math.floor(share);
  return random() < share - whole ? whole + 1 : whole;
}

/** Returns the count of a release. */
export function releaseOf({ project, releases }: ProjectState, release: string, nowMs: number): Counter {
  const key = releases.has(release) || releases.size < MAX_RELEASES ? release : OTHER_RELEASES;
  const known = releases.get(key);
  if (known !== undefined) {
    roll(known, nowMs);
    return known;
  }
  const counter = createCounter(`release:${hashOf(project)}:${hashOf(key)}`, DAY_MS, nowMs);
  releases.set(key, counter);
  return counter;
}

/** No release has this name: Sentry allows no line breaks in names. */
const OTHER_RELEASES = '\n';

/** Makes room for one more fingerprint. */
export function makeRoom(context: BudgetContext): void {
  for (const [oldest, { day, minute }] of context.errors) {
    if (context.errors.size < MAX_ERRORS) return;
    context.errors.delete(oldest);
    forget(context, [day, minute]);
  }
}

function forget({ dirty }: BudgetContext, counters: Iterable<Counter>): void {
  for (const counter of counters) dirty.delete(counter);
}
