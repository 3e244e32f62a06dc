/** @jest-environment node */
import { createRandom, deferred, type Deferred } from '@adit/testing';
import { PromiseQueue } from 'next/dist/client/components/promise-queue.js';
import type { PrefetchHandle, PrefetchJob } from './job.ts';
import {
  createPrefetchScheduler,
  type PrefetchScheduler,
  type PrefetchSchedulerOptions,
} from './scheduler.ts';
import type { PrefetchKind, PrefetchPriority } from '../prefetch-types.ts';

type Subject = Pick<PrefetchScheduler<number>, 'schedule' | 'pause' | 'resume'> &
  Partial<Pick<PrefetchScheduler<number>, 'stats'>>;
type Limits = Required<{
  [Name in keyof PrefetchSchedulerOptions]: NonNullable<PrefetchSchedulerOptions[Name]>;
}>;

/** One call of a job's `run`, as seen from outside the scheduler. */
interface Attempt {
  readonly job: WatchedJob;
  readonly answer: Deferred<number>;
  readonly signal: AbortSignal;
  navigation: boolean;
}

/** All callers of one key, until it is settled or all have cancelled. */
interface WatchedJob {
  readonly key: string;
  readonly kind: PrefetchKind;
  readonly abortable: boolean;
  readonly shares: Map<PrefetchHandle<number>, { navigates: boolean }>;
  current: Attempt | undefined;
}

const SEEDS = 2_000;
const STEPS = 12;
const PRIORITIES = ['intent', 'viewport', 'background'] as const;

/** Longer than any chain of promises in a subject. */
async function settled(): Promise<void> {
  for (let tick = 0; tick < 8; tick += 1) await Promise.resolve();
}

/** Runs one seeded interleaving and returns every violated rule, once for each violation. */
async function interleave(seed: number, create: (limits: Limits) => Subject): Promise<string[]> {
  const random = createRandom(seed);
  const upTo = (max: number): number => Math.floor(random() * (max + 1));
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[upTo(items.length - 1)];
  const concurrency = 1 + upTo(5);
  const limits: Limits = {
    concurrency,
    segmentConcurrency: 1 + upTo(concurrency - 1),
    intentReserve: upTo(2),
    order: random() < 0.5 ? 'newest-first' : 'oldest-first',
  };
  const { segmentConcurrency, intentReserve } = limits;
  const guessConcurrency = Math.max(1, concurrency - intentReserve);
  const guessSegmentConcurrency = Math.max(1, segmentConcurrency - intentReserve);
  const subject = create(limits);
  const violations: string[] = [];
  const jobs = new Map<string, WatchedJob>();
  const running = new Set<Attempt>();
  let newestIntent: WatchedJob | undefined;
  let paused = false;

  const hasNavigator = ({ shares }: WatchedJob): boolean =>
    [...shares.values()].some(({ navigates }) => navigates);
  const countInFlight = (kind?: PrefetchKind): number =>
    [...running].filter(({ job, navigation }) => !navigation && (kind ?? job.kind) === job.kind).length;
  /** Neither interrupted nor cancelled. */
  const isCurrent = (attempt: Attempt): boolean =>
    attempt.job.current === attempt && jobs.get(attempt.job.key) === attempt.job;
  const isNavigating = (): boolean =>
    [...running].some((attempt) => attempt.navigation && isCurrent(attempt));

  function checkLimits(): void {
    if (countInFlight() > concurrency) violations.push('more in flight than the limit');
    if (countInFlight('segment') > segmentConcurrency) violations.push('more segments than their limit');
  }

  function startAttempt(job: WatchedJob, signal: AbortSignal): Promise<number> {
    const attempt = { job, answer: deferred<number>(), signal, navigation: hasNavigator(job) };
    if (job.current !== undefined) violations.push('one key in two runs');
    if (!attempt.navigation) {
      if (isNavigating()) violations.push('a guess started during a navigation');
      if (paused) violations.push('a guess started during a pause');
      if (job !== newestIntent && countInFlight() >= guessConcurrency)
        violations.push('a guess took the lane');
      if (
        job !== newestIntent &&
        job.kind === 'segment' &&
        countInFlight('segment') >= guessSegmentConcurrency
      )
        violations.push('a guess took the lane of segments');
    }
    job.current = attempt;
    running.add(attempt);
    signal.addEventListener('abort', () => {
      if (job.current !== attempt) return;
      job.current = undefined;
      if (!job.abortable && job.shares.size > 0) violations.push('interrupted what may not be');
      if (hasNavigator(job)) violations.push('interrupted a navigation');
    });
    checkLimits();
    return attempt.answer.promise;
  }

  function becomeNavigation(job: WatchedJob): void {
    if (job.current !== undefined) job.current.navigation = true;
  }

  function schedule(priority: PrefetchPriority): void {
    const kind = random() < 0.6 ? 'segment' : 'route';
    const key = `${kind} ${upTo(14)}`;
    let job = jobs.get(key);
    if (job === undefined) {
      job = { key, kind, abortable: random() < 0.8, shares: new Map(), current: undefined };
      jobs.set(key, job);
    }
    const watched = job;
    const share = { navigates: priority === 'navigation' };
    const placeholder = {} as PrefetchHandle<number>;
    // A navigation runs before `schedule` returns.
    watched.shares.set(placeholder, share);
    if (share.navigates) becomeNavigation(watched);
    if (priority === 'intent') newestIntent = watched;
    const request: PrefetchJob<number> = {
      key,
      kind,
      priority,
      abortable: watched.abortable,
      run: ({ signal }) => startAttempt(watched, signal),
    };
    const handle = subject.schedule(request);
    watched.shares.delete(placeholder);
    watched.shares.set(handle, share);
  }

  function pickShare(): [WatchedJob, PrefetchHandle<number>, { navigates: boolean }] | undefined {
    const job = pick([...jobs.values()]);
    const share = job && pick([...job.shares]);
    return job && share && [job, ...share];
  }

  function bump(priority: PrefetchPriority): void {
    const [job, handle, share] = pickShare() ?? [];
    if (job === undefined || handle === undefined || share === undefined) return;
    if (priority === 'navigation') {
      share.navigates = true;
      becomeNavigation(job);
    }
    if (priority === 'intent') newestIntent = job;
    handle.bump(priority);
  }

  function cancel(): void {
    const [job, handle] = pickShare() ?? [];
    if (job === undefined || handle === undefined) return;
    job.shares.delete(handle);
    if (job.shares.size === 0) jobs.delete(job.key);
    handle.cancel();
  }

  function settleOne(settle: (answer: Deferred<number>) => void, answered: boolean): void {
    const attempt = pick([...running]);
    if (attempt === undefined) return;
    running.delete(attempt);
    const { job } = attempt;
    // An interrupted run may still answer.
    const counts = job.current === attempt || (answered && job.current === undefined);
    if (counts && jobs.get(job.key) === job) jobs.delete(job.key);
    settle(attempt.answer);
  }

  const succeed = (): void => settleOne((answer) => answer.resolve(1), true);
  const fail = (): void => settleOne((answer) => answer.reject(new Error('failed')), false);
  const guess = (): void => schedule(pick(PRIORITIES) ?? 'viewport');
  const steps: readonly (() => void)[] = [
    guess,
    guess,
    guess,
    () => schedule('navigation'),
    () => bump(pick(PRIORITIES) ?? 'viewport'),
    () => bump(random() < 0.3 ? 'navigation' : 'intent'),
    cancel,
    () => {
      paused = random() < 0.4;
      if (paused) subject.pause();
      else subject.resume();
    },
  ];

  function checkRest(): void {
    checkLimits();
    const goesOn = [...running].some(
      (attempt) => !attempt.navigation && attempt.job.abortable && isCurrent(attempt),
    );
    if (goesOn && isNavigating()) violations.push('a guess goes on during a navigation');
    if (subject.stats === undefined) return;
    const { inFlight, byKind, queued, navigations } = subject.stats();
    const waiting = [...jobs.values()].filter(({ current }) => current === undefined);
    if (inFlight !== countInFlight()) violations.push('miscounted');
    if (byKind.segment.inFlight !== countInFlight('segment')) violations.push('miscounted segments');
    if (queued !== waiting.length) violations.push('miscounted those who wait');
    if (navigations > 0 !== isNavigating()) violations.push('miscounted navigations');
    if (paused || isNavigating()) return;
    const couldStart = waiting.some((job) => {
      const points = job === newestIntent;
      if (countInFlight() >= (points ? concurrency : guessConcurrency)) return false;
      return (
        job.kind === 'route' ||
        countInFlight('segment') < (points ? segmentConcurrency : guessSegmentConcurrency)
      );
    });
    if (couldStart) violations.push('idle slot');
  }

  for (let step = 0; step < STEPS; step += 1) {
    // Several steps in one task, so that passes meet half-done changes.
    for (let burst = upTo(4); burst > 0; burst -= 1) pick(steps)?.();
    for (let burst = upTo(2); burst > 0; burst -= 1) {
      // Whether an interrupted run answers before or after its repetition starts must be known here.
      const isKnown = [...running].every((attempt) => attempt.job.current === attempt);
      if (!isKnown) await settled();
      pick([succeed, succeed, fail])?.();
      if (!isKnown) await settled();
    }
    await settled();
    checkRest();
  }

  paused = false;
  subject.resume();
  await settled();
  for (let rounds = 0; running.size > 0 && rounds < 1_000; rounds += 1) {
    succeed();
    await settled();
    checkRest();
  }
  if (jobs.size > 0 && subject.stats !== undefined) violations.push('left waiting for ever');
  return violations;
}

/** The number of seeds that violate a rule, and the rules. */
async function countViolations(
  seeds: number,
  create: (limits: Limits) => Subject,
): Promise<{
  readonly seeds: number;
  readonly rules: ReadonlySet<string>;
  readonly first?: number | undefined;
}> {
  const rules = new Set<string>();
  let broken = 0;
  let first: number | undefined;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const violations = await interleave(seed, create);
    for (const rule of violations) rules.add(rule);
    if (violations.length > 0) {
      broken += 1;
      first ??= seed;
    }
  }
  return { seeds: broken, rules, first };
}

const unaborted = (): { readonly signal: AbortSignal } => new AbortController();

/** Next's former queue, used as its client did: a hovered link is bumped. It has one limit and cancels nothing. */
function createPromiseQueue({ concurrency }: Limits): Subject {
  const queue = new PromiseQueue(concurrency);
  return {
    schedule({ run }) {
      const promise = queue.enqueue(() => run(unaborted()));
      promise.catch(() => undefined);
      return { promise, cancel: () => undefined, bump: () => queue.bump(promise) };
    },
    pause: () => undefined,
    resume: () => undefined,
  };
}

/** No queue at all. */
function createUnbounded(): Subject {
  return {
    schedule({ run }) {
      const promise = run(unaborted());
      promise.catch(() => undefined);
      return { promise, cancel: () => undefined, bump: () => undefined };
    },
    pause: () => undefined,
    resume: () => undefined,
  };
}

describe('interleavings of schedule, bump, cancel, answer, failure, pause and navigation', () => {
  it(`S28 S29 break no limit and leave no slot idle, in ${SEEDS.toLocaleString('en')} of them`, async () => {
    expect(await countViolations(SEEDS, createPrefetchScheduler<number>)).toEqual({
      seeds: 0,
      rules: new Set(),
      first: undefined,
    });
  });

  it('S28 control: a bump that starts the task at once, as in Next, exceeds the limit', async () => {
    const { seeds, rules } = await countViolations(100, createPromiseQueue);
    expect(seeds).toBeGreaterThan(50);
    expect(rules).toContain('more in flight than the limit');
  });

  it('S28 S29 control: no queue exceeds both, and breaks every other rule of starting', async () => {
    const { seeds, rules } = await countViolations(100, createUnbounded);
    expect(seeds).toBeGreaterThan(90);
    expect([...rules]).toEqual(
      expect.arrayContaining([
        'more in flight than the limit',
        'more segments than their limit',
        'one key in two runs',
        'a guess took the lane',
        'a guess took the lane of segments',
        'a guess started during a pause',
        'a guess started during a navigation',
        'a guess goes on during a navigation',
      ]),
    );
  });
});
