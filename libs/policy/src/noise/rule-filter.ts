import type { Event, EventHint } from '@sentry/core';
import { describeEvent } from './error-facts.ts';
import type { NoiseContext, NoiseRule, NoiseSide } from './noise-rule.ts';
import { spanFacts, transactionFacts, type SpanFacts } from './span-facts.ts';

/** The rule that matches an event, and what happens to the event. */
export interface NoiseVerdict {
  readonly ruleId: string;
  readonly reason: string;
  /** `group` keeps the event. */
  readonly action: 'drop' | 'group';
  /** The fingerprint for grouping. A fingerprint from the application wins. */
  readonly fingerprint?: readonly string[];
}

/** A dropped event or span. In a dry run it is kept. */
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

/** Options of {@link createRuleFilter}. */
export interface RuleFilterOptions {
  /** The side that the filter runs on. Rules of the other side do not apply. */
  side: NoiseSide;
  /** The rules. The first that matches decides. */
  rules: readonly NoiseRule[];
  /** Ids of rules to switch off. Default none. */
  disabled?: readonly string[];
  /** Whether to count and report only, without dropping or grouping. Default `false`. */
  dryRun?: boolean;
  /** Called for each drop. Errors that it throws are ignored. */
  onDrop?: ((drop: NoiseDrop) => void) | undefined;
  /** Whether the server answered the current document with 404. Default: never. */
  isNotFoundPage?: (() => boolean) | undefined;
  /** Whether the current document is translated. Google's translator sets the class `translated-ltr` or `translated-rtl` on `<html>`. Default: never. */
  isTranslatedPage?: (() => boolean) | undefined;
  /** Whether the visitor is leaving the document, from `pagehide` on. Default: never. */
  isPageLeaving?: (() => boolean) | undefined;
  /** Whether a user agent is that of a crawler: `isBot` of `@adit/policy/bots`. Default: none is. */
  isBot?: ((userAgent: string) => boolean) | undefined;
  /** The tunnel path. Default `/monitoring-tunnel`. */
  tunnelPath?: string;
  /** Origins to which servers send envelopes. Default none. */
  ingestOrigins?: readonly string[];
}

/** Drops, groups and counts events and spans. */
export interface NoiseFilter {
  /** Returns the event without spans that are noise, or `null` to drop it. It is an event processor of the SDK. */
  readonly processEvent: (event: Event, hint?: EventHint) => Event | null;
  /** Returns whether to drop a streamed span. */
  readonly dropsSpan: (span: SpanFacts) => boolean;
  /** Returns how many events and spans each active rule matched, also in a dry run. A segment with children counts once. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** Returns the verdict on an event without counting it; `undefined` if no active rule matches. */
  readonly explain: (event: Event, hint?: EventHint) => NoiseVerdict | undefined;
}

/** Creates a {@link NoiseFilter} of these rules alone. Ids in `disabled` that no rule has are ignored. */
export function createRuleFilter({
  side,
  rules,
  disabled = [],
  dryRun = false,
  onDrop,
  isNotFoundPage = () => false,
  isTranslatedPage = () => false,
  isPageLeaving = () => false,
  isBot = () => false,
  tunnelPath = '/monitoring-tunnel',
  ingestOrigins = [],
}: RuleFilterOptions): NoiseFilter {
  const context: NoiseContext = {
    tunnelPath,
    ingestOrigins,
    isNotFoundPage,
    isTranslatedPage,
    isPageLeaving,
    isBot,
  };
  const active = rules.filter(
    (rule) => !disabled.includes(rule.id) && (rule.side === side || rule.side === 'both'),
  );
  const dropping = active.filter(({ fingerprint }) => fingerprint === undefined);
  const grouping = active.filter(({ fingerprint }) => fingerprint !== undefined);
  const errorRules = [...dropping, ...grouping].filter(({ matchesError }) => matchesError !== undefined);
  const spanRules = dropping.filter(({ matchesSpan }) => matchesSpan !== undefined);
  const counts = new Map(active.map(({ id }) => [id, 0]));

  const ruleForSpan = (span: SpanFacts): NoiseRule | undefined =>
    spanRules.find((rule) => holds(() => rule.matchesSpan?.(span, context)));

  const ruleForEvent = (event: Event, hint: EventHint): NoiseRule | undefined => {
    if (event.type === 'transaction') return ruleForSpan(transactionFacts(event));
    if (event.type !== undefined) return undefined;
    return errorRules.find((rule) => holds(() => rule.matchesError?.(event, hint, context)));
  };

  const count = (id: string): void => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  };

  /** Counts and reports; returns whether to drop. */
  const judge = (
    rule: NoiseRule | undefined,
    describe: () => Omit<NoiseDrop, 'ruleId' | 'reason' | 'dryRun'>,
  ): boolean => {
    if (rule === undefined) return false;
    count(rule.id);
    try {
      onDrop?.({ ruleId: rule.id, reason: rule.reason, dryRun, ...describe() });
    } catch {
      // An error in the callback must not keep or drop the event.
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

/** If a rule cannot compute the fingerprint, its id is the fingerprint. */
function fingerprintOf(ruleId: string, fingerprint: () => readonly string[]): readonly string[] {
  try {
    return fingerprint();
  } catch {
    return [ruleId];
  }
}

/** A fingerprint that the application has set stays. */
function groupEvent(event: Event, fingerprint: readonly string[] = []): Event {
  return event.fingerprint === undefined ? { ...event, fingerprint: [...fingerprint] } : event;
}

/** A rule that throws does not match. */
function holds(matches: () => boolean | undefined): boolean {
  try {
    return matches() === true;
  } catch {
    return false;
  }
}
