import { MAX_HOURS, type BudgetContext, type ErrorState, type ProjectState } from './budget-state.ts';
import { HOUR_MS } from './counter.ts';

/** An error and its cost, as this process has seen it. */
export interface BudgetError {
  readonly fingerprint: string;
  /** Type and message, without values. */
  readonly title: string;
  readonly project: string;
  /** Of the event that was seen last. */
  readonly release: string;
  /** Events since `firstSeenAt`; `passed` and `dropped` together. */
  readonly seen: number;
  readonly passed: number;
  readonly dropped: number;
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
  /** Milliseconds since the epoch. */
  readonly lastSeenAt: number;
}

/** The proposed budget of a day, as a multiple of a day of busy hours. */
const SPARE = 3;
const HOURS_OF_DAY = 24;
/** The share of hours that have at most as many errors as a busy hour. */
const BUSY = 0.95;
/** A proposal is at least this, and a multiple of it. */
const STEP = 100;

/** Returns the errors that were seen most often. */
export function topErrors({ errors, projects }: BudgetContext, n: number): readonly BudgetError[] {
  const shared = [...projects.values()].map((project) => project.shared).filter(({ seen }) => seen > 0);
  let top: readonly ErrorState[] = [];
  // A page asks every second: sorting all of them would take longer than to judge events.
  for (const error of [...errors.values(), ...shared]) {
    if (top.length === n && error.seen <= (top.at(-1)?.seen ?? 0)) continue;
    top = [...top, error].sort((one, other) => other.seen - one.seen).slice(0, n);
  }
  return top.map(describe);
}

function describe({ title, fingerprint, project, release, seen, passed, dropped, ...dates }: ErrorState) {
  const { firstSeenAt, lastSeenAt } = dates;
  return { fingerprint, title, project, release, seen, passed, dropped, firstSeenAt, lastSeenAt };
}

/** Returns the proposal for the project that needs most; `undefined` before an hour has ended. */
export function suggestPerDay({ projects }: BudgetContext, nowMs: number): number | undefined {
  const thisHour = Math.floor(nowMs / HOUR_MS);
  let most: number | undefined;
  for (const project of projects.values()) {
    const busy = busyHour(project, thisHour);
    if (busy === undefined) continue;
    const proposed = Math.max(1, Math.ceil((SPARE * busy * HOURS_OF_DAY) / STEP)) * STEP;
    most = Math.max(most ?? 0, proposed);
  }
  return most;
}

/** Returns the count of a busy hour. Hours without an event count too. */
function busyHour({ hour, hours, firstHour }: ProjectState, thisHour: number): number | undefined {
  const ended = new Map(hours);
  // Without a new event, the last hour is not among them yet.
  if (hour.period < thisHour) ended.set(hour.period, hour.known + hour.sent + hour.unsent);
  const length = Math.min(Math.max(thisHour - firstHour, 0), MAX_HOURS);
  if (length === 0) return undefined;
  const counts = [...ended.values()].sort((one, other) => other - one);
  return counts[length - Math.ceil(BUSY * length)] ?? 0;
}
