import type { Event } from '@sentry/core';
import { MonitoringConfigError } from '../config-error.ts';
import { BUDGET_STEPS, type BudgetStepId } from './budget-steps.ts';
import { fitsInto, jsonSizeAtMost } from './json-size.ts';
import { plainCopy, type JsonRecord } from './plain-copy.ts';

/** Options of {@link fitEvent}. */
export interface BudgetOptions {
  /** Most bytes of the event as JSON in UTF-8. Default 1048576, ingest's limit; at least 65536. */
  maxBytes?: number | undefined;
  /** Told of the steps that were taken to make an event fit. Default: nobody. */
  onTrim?: ((event: Event, steps: readonly BudgetStepId[]) => void) | undefined;
}

/** Relay's `max_event_size`; an event beyond it is answered 413 and lost (https://develop.sentry.dev/sdk/envelopes/#size-limits). */
export const MAX_EVENT_BYTES = 1_048_576;

/** What the last step leaves is smaller than this whatever there was. */
const MIN_MAX_BYTES = 65_536;

/**
 * The event, fitted to ingest's limit. One that fits is handed back as it is and costs one look at its values; one that does not
 * is copied and trimmed step by step until it does, least useful parts first (see {@link BUDGET_STEPS}). Cycles, getters that throw
 * and `bigint` count as not fitting, for they cannot be serialised either.
 *
 * Sections that were trimmed are marked in `_meta`, where Relay and Sentry's pages look for them: `!limit` removed (`x`) something,
 * and `len` elements there were. sentry-python writes the same (`AnnotatedValue` in `sentry_sdk/_types.py`).
 *
 * @throws {MonitoringConfigError} for a `maxBytes` that even a bare event may exceed.
 */
export function fitEvent<T extends Event>(
  event: T,
  { maxBytes = MAX_EVENT_BYTES, onTrim }: BudgetOptions = {},
): T {
  assertMaxBytes(maxBytes);
  if (fitsInto(event, maxBytes)) return event;
  const copy = plainCopy(event);
  const before = describeSections(copy);
  const taken = new Set<BudgetStepId>();
  for (const { id, trim } of BUDGET_STEPS) {
    if (fitsInto(copy, maxBytes - MARKS_BYTES)) break;
    taken.add(id);
    trim(copy);
  }
  if (taken.size > 0) markTrimmed(copy, before);
  // A copy of an event has an event's fields; what was trimmed is optional in each.
  const fitted = copy as unknown as T;
  if (taken.size > 0) tell(() => onTrim?.(fitted, [...taken]));
  return fitted;
}

/** @throws {MonitoringConfigError} that names `option`, for a number of bytes that {@link fitEvent} would refuse. */
export function assertMaxBytes(maxBytes: number, option = 'maxBytes'): void {
  if (!Number.isInteger(maxBytes) || maxBytes < MIN_MAX_BYTES)
    throw new MonitoringConfigError(option, maxBytes, `a whole number of at least ${MIN_MAX_BYTES}`);
}

/** Whoever listens must not decide the event's fate by failing. */
function tell(listener: () => void): void {
  try {
    listener();
  } catch {
    // Nobody to tell.
  }
}

/** Sections that steps trim. */
const MARKED = [
  'extra',
  'contexts',
  'breadcrumbs',
  'request',
  'spans',
  'exception',
  'message',
  'tags',
  'modules',
] as const;

/** Room for what {@link markTrimmed} adds. */
const MARKS_BYTES = 1_024;

/** What a section was like: a size that changes with it, and its length where it has one. */
interface SectionFacts {
  readonly name: string;
  readonly size: number | undefined;
  readonly length: number | undefined;
}

function describeSections(event: JsonRecord): readonly SectionFacts[] {
  return MARKED.map((name) => {
    const section = event[name];
    const length = Array.isArray(section) || typeof section === 'string' ? section.length : undefined;
    return { name, size: jsonSizeAtMost(section), length };
  });
}

function markTrimmed(event: JsonRecord, before: readonly SectionFacts[]): void {
  const marks: JsonRecord = {};
  for (const { name, size, length } of before)
    if (size !== jsonSizeAtMost(event[name]))
      marks[name] = { '': { rem: [['!limit', 'x']], ...(length !== undefined && { len: length }) } };
  event['_meta'] = marks;
}
