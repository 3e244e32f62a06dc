import { shareOf, type BudgetContext, type ErrorState } from './budget-state.ts';
import { noteTotal, putBack, takeUnsent, type Counter } from './counter.ts';

/** The time between two calls of the store, in milliseconds. */
export const EXCHANGE_EVERY_MS = 1_000;

/** The keys of one call. The rest waits for the next one. */
export const MAX_KEYS = 1_000;

/** After this time without an answer, a call counts as failed, in milliseconds. A later answer is ignored. */
const DEADLINE_MS = 10_000;

/** In the total of a minute, each replica that has seen the error adds this once. Below it is the number of events. */
const REPLICA = 2 ** 30;

/** Tells the store of own counts, and learns the totals. */
export interface Exchange {
  /** Calls the store if it is time to. */
  readonly tick: (nowMs: number) => void;
  /** Calls the store until it knows all counts, or fails. */
  readonly flush: () => Promise<void>;
}

interface Part {
  readonly counter: Counter;
  readonly period: number;
  readonly error: ErrorState | undefined;
  readonly by: number;
  /** Whether the store is told that this replica has seen the error in this minute. */
  readonly tells: boolean;
}

interface Call {
  readonly parts: readonly Part[];
  readonly done: Promise<boolean>;
}

/** Creates an {@link Exchange} with the store of a budget. Without one, it does nothing. */
export function createExchange(context: BudgetContext, now: () => number): Exchange {
  let call: Call | undefined;
  let startedAtMs = -Infinity;

  const start = (nowMs: number): Promise<boolean> => {
    const parts = takeParts(context);
    const done = send(context, parts).then((totals) => {
      if (call?.parts !== parts) return false;
      const isAnswer = totals?.length === parts.length;
      parts.forEach((part, index) => settle(context, part, isAnswer ? totals[index] : undefined, now()));
      call = undefined;
      return isAnswer;
    });
    call = { parts, done };
    startedAtMs = nowMs;
    return done;
  };

  const abandon = ({ parts }: Call, nowMs: number): void => {
    call = undefined;
    for (const part of parts) settle(context, part, undefined, nowMs);
  };

  return {
    tick: (nowMs) => {
      if (context.dirty.size === 0) return;
      const waitMs = call === undefined ? EXCHANGE_EVERY_MS : DEADLINE_MS;
      if (isWithin(nowMs - startedAtMs, waitMs)) return;
      if (call !== undefined) abandon(call, nowMs);
      void start(nowMs);
    },
    flush: async () => {
      for (;;) {
        if (call !== undefined) await call.done;
        else if (context.dirty.size === 0 || !(await start(now()))) return;
      }
    },
  };
}

/** A negative time means that the clock was set back. */
function isWithin(ms: number, limitMs: number): boolean {
  return ms >= 0 && ms < limitMs;
}

function takeParts({ dirty }: BudgetContext): readonly Part[] {
  const parts: Part[] = [];
  for (const [counter, error] of dirty) {
    if (parts.length === MAX_KEYS) break;
    dirty.delete(counter);
    const tells = error !== undefined && counter === error.minute && !error.isTold;
    if (tells) error.isTold = true;
    parts.push({ counter, period: counter.period, error, by: takeUnsent(counter), tells });
  }
  return parts;
}

/** Returns the totals, or `undefined` if the store fails in any way. */
async function send(
  { store }: BudgetContext,
  parts: readonly Part[],
): Promise<readonly number[] | undefined> {
  try {
    return await store?.add(
      parts.map(({ counter: { name, periodMs }, period, by, tells }) => ({
        key: `${name}:${period}`,
        by: tells ? by + REPLICA : by,
        // Clocks differ, and some replicas are late.
        lastsMs: 2 * periodMs,
      })),
    );
  } catch {
    return undefined;
  }
}

/** Notes the store's answer. Without one, or with one that is no count, the counts go there again next time. */
function settle(context: BudgetContext, part: Part, total: number | undefined, nowMs: number): void {
  const { counter, period, error, by, tells } = part;
  if (counter.period !== period) return;
  if (total === undefined || !(total >= by)) {
    putBack(counter, by);
    if (tells && error !== undefined) error.isTold = false;
    context.dirty.set(counter, error);
    return;
  }
  if (error === undefined) {
    noteTotal(counter, by, total, nowMs);
  } else if (counter === error.minute) {
    noteMinute(context, error, by, total, nowMs);
  } else {
    noteTotal(counter, by, total, nowMs);
    noteNews(context, error, total === by);
  }
}

function noteMinute(
  context: BudgetContext,
  error: ErrorState,
  by: number,
  total: number,
  nowMs: number,
): void {
  const { limits, random } = context;
  noteTotal(error.minute, by, total % REPLICA, nowMs);
  error.replicas = Math.max(1, Math.floor(total / REPLICA));
  const replicas = Math.max(error.expected, error.replicas);
  const rest = Math.max(0, limits.perMinute - error.minute.known);
  // A replica that drops none of its events needs no share.
  const isCalm = error.pending === 0;
  if (error.isSpread) {
    error.allowance = isCalm ? rest : Math.floor(rest / replicas);
  } else {
    // Others have not told yet what they let pass in this minute: the share of its beginning holds.
    const most = isCalm ? rest : shareOf(rest, replicas, random);
    error.allowance = Math.max(0, Math.min(most, error.allowance - by));
  }
  error.isSpread = !error.isSpread;
}

/** A fingerprint that another replica has seen before is not a new one. */
function noteNews({ projects, dirty }: BudgetContext, error: ErrorState, isNew: boolean): void {
  const project = projects.get(error.project);
  const hour = error.newInHour;
  error.newInHour = undefined;
  if (hour === undefined || project?.newHour.period !== hour) return;
  project.unsure -= 1;
  if (!isNew) return;
  for (const counter of [project.newHour, project.newDay]) {
    counter.unsent += 1;
    dirty.set(counter, undefined);
  }
}
