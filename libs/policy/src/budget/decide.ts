import type { Event } from '@sentry/core';
import {
  createError,
  makeRoom,
  projectOf,
  releaseOf,
  rollError,
  type BudgetContext,
  type ErrorState,
  type ProjectState,
} from './budget-state.ts';
import { guessOf, MINUTE_MS, ownOf, totalOf, type Counter } from './counter.ts';
import { fingerprintOf, titleOf } from './fingerprint.ts';

/** The limit that an event is over: of its fingerprint, of its project's day or of its release's part of the day. */
export type BudgetReason = 'budget:fingerprint' | 'budget:day' | 'budget:release';

/** Whether an event may pass. */
export type BudgetDecision =
  | {
      readonly keep: true;
      /** The number of events that it stands for: itself, and those of its fingerprint that were dropped since the last one. Default 1. */
      readonly weight?: number;
      /** In a dry run: the limit that would have dropped it. */
      readonly wouldDrop?: BudgetReason;
    }
  | { readonly keep: false; readonly reason: BudgetReason };

/** An error event that is about to be sent. */
export interface BudgetEvent {
  /** The number of the project. */
  readonly project: string;
  /** Default: none, which counts as a release too. */
  readonly release?: string | undefined;
  readonly event: Event;
}

/** The longest release that is read, in characters. Sentry allows as many. */
const MAX_RELEASE = 200;
/** The longest project that is read, in characters. */
const MAX_PROJECT = 64;

/** The beginning of a text. Events come from outside: their release may be anything. */
const textOf = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.slice(0, length) : '';

/** Decides on an event, and counts it. */
export function decide(context: BudgetContext, given: BudgetEvent, nowMs: number): BudgetDecision {
  const project = projectOf(context, textOf(given.project, MAX_PROJECT), nowMs);
  const error = errorOf(context, project, given.event, nowMs);
  error.seen += 1;
  error.lastSeenAt = nowMs;
  error.release = textOf(given.release, MAX_RELEASE);
  const { dryRun, perReleaseDay } = context.limits;
  const release = perReleaseDay === Infinity ? undefined : releaseOf(project, error.release, nowMs);

  const reason = limitOver(context, project, error, release, nowMs);
  touch(context, error.minute, error);
  if (reason === undefined || isSample(context, error, nowMs)) {
    count(context, project, error, release);
    const weight = 1 + error.pending;
    error.passed += 1;
    error.pending = 0;
    error.lastPassedAt = nowMs;
    return weight === 1 || dryRun ? { keep: true } : { keep: true, weight };
  }
  error.dropped += 1;
  error.pending += 1;
  return dryRun ? { keep: true, wouldDrop: reason } : { keep: false, reason };
}

function limitOver(
  context: BudgetContext,
  project: ProjectState,
  error: ErrorState,
  release: Counter | undefined,
  nowMs: number,
): BudgetReason | undefined {
  const { first, perMinute, perDay, perReleaseDay } = context.limits;
  const isFirst = !error.isShared && totalOf(error.day) < first;
  if (!isFirst && (totalOf(error.minute) >= perMinute || ownOf(error.minute) >= error.allowance)) {
    return 'budget:fingerprint';
  }
  project.hour.unsent += 1;
  touch(context, project.hour);
  if (isFirst) return undefined;
  if (guessOf(project.day, nowMs) >= perDay) return 'budget:day';
  return release !== undefined && guessOf(release, nowMs) >= perReleaseDay ? 'budget:release' : undefined;
}

/**
 * Of those that are dropped, one in `sampleOf` passes, if none of its fingerprint has passed for a minute. Of several replicas that see
 * it, about one lets it pass.
 */
function isSample(
  { limits: { sampleOf }, random }: BudgetContext,
  error: ErrorState,
  nowMs: number,
): boolean {
  const sinceMs = nowMs - error.lastPassedAt;
  return (
    sampleOf > 0 &&
    (error.pending + 1) % sampleOf === 0 &&
    totalOf(error.minute) === 0 &&
    (sinceMs >= MINUTE_MS || sinceMs < 0) &&
    random() * Math.max(error.expected, error.replicas) < 1
  );
}

/** Counts an event that passes. */
function count(
  context: BudgetContext,
  project: ProjectState,
  error: ErrorState,
  release: Counter | undefined,
): void {
  error.minute.unsent += 1;
  project.day.unsent += 1;
  touch(context, project.day);
  if (release !== undefined) {
    release.unsent += 1;
    touch(context, release);
  }
  if (error.isShared || totalOf(error.day) >= context.limits.first) return;
  error.day.unsent += 1;
  touch(context, error.day, error);
}

/** The store is told of the counter, and tells its total. */
function touch({ store, dirty }: BudgetContext, counter: Counter, error?: ErrorState): void {
  if (store !== undefined) dirty.set(counter, error);
}

function errorOf(context: BudgetContext, project: ProjectState, event: Event, nowMs: number): ErrorState {
  const { errors } = context;
  const fingerprint = fingerprintOf(event);
  const key = `${project.project} ${fingerprint}`;
  const known = errors.get(key);
  if (known !== undefined) {
    errors.delete(key);
    errors.set(key, known);
    rollError(context, known, nowMs);
    return known;
  }
  if (isOverNew(context, project)) {
    rollError(context, project.shared, nowMs);
    return project.shared;
  }
  makeRoom(context);
  const error = createError(
    context,
    { fingerprint, title: titleOf(event), project: project.project, isShared: false },
    nowMs,
  );
  errors.set(key, error);
  noteNew(context, project, error);
  return error;
}

/** Whether the project has too many new fingerprints in this hour or day. */
function isOverNew({ limits }: BudgetContext, { newHour, newDay, unsure }: ProjectState): boolean {
  return totalOf(newHour) + unsure >= limits.newPerHour || totalOf(newDay) + unsure >= limits.newPerDay;
}

/** Whether it is new for all replicas, the store tells. */
function noteNew({ store }: BudgetContext, project: ProjectState, error: ErrorState): void {
  if (store === undefined) {
    project.newHour.unsent += 1;
    project.newDay.unsent += 1;
  } else {
    project.unsure += 1;
    error.newInHour = project.newHour.period;
  }
}
