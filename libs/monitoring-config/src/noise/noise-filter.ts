import type { Event, EventHint } from '@sentry/core';
import { MonitoringConfigError } from '../config-error.ts';
import { describeEvent } from './error-facts.ts';
import { NOISE_RULES, type NoiseContext, type NoiseRule, type NoiseSide } from './noise-rules.ts';
import { spanFacts, transactionFacts, type SpanFacts } from './span-facts.ts';

/** Which rule an event falls under, why, and what that means for it. */
export interface NoiseVerdict {
  readonly ruleId: string;
  readonly reason: string;
  /** `group` keeps the event. */
  readonly action: 'drop' | 'group';
  /** What a grouped event is grouped under, unless the application gave it a fingerprint of its own. */
  readonly fingerprint?: readonly string[];
}

/** A drop, or in a dry run what would have been one. */
export interface NoiseDrop {
  readonly ruleId: string;
  readonly reason: string;
  readonly dryRun: boolean;
  /** `error`, `transaction` or `span`. */
  readonly type: string;
  /** Message or name. */
  readonly title: string;
  readonly eventId?: string;
}

/** Options of {@link createNoiseFilter}. */
export interface NoiseFilterOptions {
  /** Where it runs; rules of the other side are left out. */
  side: NoiseSide;
  /** Default {@link NOISE_RULES}. */
  rules?: readonly NoiseRule[];
  /** Ids of rules to leave out. Default none. */
  disabled?: readonly string[];
  /** Counts and reports, drops nothing and groups nothing. Default `false`. */
  dryRun?: boolean;
  /** Told of each drop; what it throws is ignored. */
  onDrop?: ((drop: NoiseDrop) => void) | undefined;
  /** Whether the document on show was answered with 404. Default: never. */
  isNotFoundPage?: (() => boolean) | undefined;
  /**
   * Whether the document on show has been translated; Google's translator marks it with a class, `translated-ltr` or
   * `translated-rtl`, on the root element. Default: never.
   */
  isTranslatedPage?: (() => boolean) | undefined;
  /** Whether the document on show is being left, from `pagehide` on. Default: never. */
  isPageLeaving?: (() => boolean) | undefined;
  /** Default `/monitoring-tunnel`. */
  tunnelPath?: string;
  /** Origins that servers send envelopes to. Default none. */
  ingestOrigins?: readonly string[];
}

/** Decides about events and spans, and counts. */
export interface NoiseFilter {
  /** The event, without those of its spans that are noise and grouped where a rule says so, or `null` for one to drop. An event processor of the SDK. */
  readonly processEvent: (event: Event, hint?: EventHint) => Event | null;
  /** Whether a streamed span is to be dropped. */
  readonly dropsSpan: (span: SpanFacts) => boolean;
  /** Events and spans that fell under each rule in force, dry run included; a segment counts as one whatever it contains. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** Which rule in force an event falls under, without counting it. */
  readonly explain: (event: Event, hint?: EventHint) => NoiseVerdict | undefined;
}

/**
 * Creates a {@link NoiseFilter}.
 * @throws {MonitoringConfigError} for an id in `disabled` that no rule has.
 */
export function createNoiseFilter({
  side,
  rules = NOISE_RULES,
  disabled = [],
  dryRun = false,
  onDrop,
  isNotFoundPage = () => false,
  isTranslatedPage = () => false,
  isPageLeaving = () => false,
  tunnelPath = '/monitoring-tunnel',
  ingestOrigins = [],
}: NoiseFilterOptions): NoiseFilter {
  const ids = rules.map(({ id }) => id);
  for (const id of disabled)
    if (!ids.includes(id)) throw new MonitoringConfigError('disabled', id, ids.join(', '));

  const context: NoiseContext = {
    tunnelPath,
    ingestOrigins,
    isNotFoundPage,
    isTranslatedPage,
    isPageLeaving,
  };
  const active = rules.filter(
    (rule) => !disabled.includes(rule.id) && (rule.side === side || rule.side === 'both'),
  );
  const dropping = active.filter(({ fingerprint }) => fingerprint === undefined);
  const grouping = active.filter(({ fingerprint }) => fingerprint !== undefined);
  const counts = new Map(active.map(({ id }) => [id, 0]));

  const ruleForSpan = (span: SpanFacts): NoiseRule | undefined =>
    dropping.find((rule) => holds(() => rule.matchesSpan?.(span, context)));

  const ruleForEvent = (event: Event, hint: EventHint): NoiseRule | undefined => {
    if (event.type === 'transaction') return ruleForSpan(transactionFacts(event));
    if (event.type !== undefined) return undefined;
    return [...dropping, ...grouping].find((rule) => holds(() => rule.matchesError?.(event, hint, context)));
  };

  const count = (id: string): void => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  };

  /** Counts and reports; the answer is whether to drop. */
  const judge = (
    rule: NoiseRule | undefined,
    describe: () => Omit<NoiseDrop, 'ruleId' | 'reason' | 'dryRun'>,
  ): boolean => {
    if (rule === undefined) return false;
    count(rule.id);
    try {
      onDrop?.({ ruleId: rule.id, reason: rule.reason, dryRun, ...describe() });
    } catch {
      // Whoever listens must not decide the event's fate by failing.
    }
    return !dryRun;
  };

  const dropsSpan = (span: SpanFacts): boolean =>
    judge(ruleForSpan(span), () => ({ type: 'span', title: span.name }));

  return {
    processEvent: (event, hint = {}) => {
      const rule = ruleForEvent(event, hint);
      if (rule?.fingerprint !== undefined) {
        count(rule.id);
        return dryRun ? event : groupEvent(event, verdictOf(rule, event).fingerprint);
      }
      if (judge(rule, () => describeEvent(event))) return null;
      if (event.spans === undefined) return event;
      const spans = event.spans.filter(
        ({ description = '', data, op }) => !dropsSpan(spanFacts(description, data, false, op)),
      );
      return spans.length === event.spans.length ? event : { ...event, spans };
    },
    dropsSpan,
    counts: () => Object.fromEntries(counts),
    explain: (event, hint = {}) => {
      const rule = ruleForEvent(event, hint);
      return rule && verdictOf(rule, event);
    },
  };
}

function verdictOf({ id, reason, fingerprint }: NoiseRule, event: Event): NoiseVerdict {
  const verdict = { ruleId: id, reason };
  if (fingerprint === undefined) return { ...verdict, action: 'drop' };
  return { ...verdict, action: 'group', fingerprint: fingerprintOf(id, () => fingerprint(event)) };
}

/** A rule that cannot say how to group has still recognised the event. */
function fingerprintOf(ruleId: string, fingerprint: () => readonly string[]): readonly string[] {
  try {
    return fingerprint();
  } catch {
    return [ruleId];
  }
}

/** The application knows its own errors better. */
function groupEvent(event: Event, fingerprint: readonly string[] = []): Event {
  return event.fingerprint === undefined ? { ...event, fingerprint: [...fingerprint] } : event;
}

/** A rule that fails on a hostile event has not recognised it. */
function holds(matches: () => boolean | undefined): boolean {
  try {
    return matches() === true;
  } catch {
    return false;
  }
}
