import type { Event, EventHint } from '@sentry/core';
import { isControlFlow } from '../noise/control-flow.ts';
import { describeEvent } from '../noise/error-facts.ts';
import type { NoiseContext, NoiseRule } from '../noise/noise-rule.ts';
import { MISSING_PAGE_RULE, PAGE_RULES } from '../noise/page-rules.ts';
import type { NoiseDrop } from '../noise/rule-filter.ts';
import { createSpanEnvelopeFilter } from '../noise/span-envelope-filter.ts';
import { transactionFacts, type SpanFacts } from '../noise/span-facts.ts';
import { PAGE_FACTS, type PageFacts } from './page-facts.ts';

/** The state of the page. */
export type PageState = Partial<Pick<NoiseContext, 'isNotFoundPage' | 'isTranslatedPage' | 'isPageLeaving'>>;

/** Options of {@link createPageJudge}. */
export interface PageJudgeOptions extends PageState {
  /** Ids of rules that are switched off. */
  readonly disabled: readonly string[];
  /** Whether to report without dropping. */
  readonly dryRun: boolean;
  readonly onDrop?: ((drop: NoiseDrop) => void) | undefined;
}

/** The part of a policy that a browser has if a tunnel has the rest. */
export interface PageJudge {
  /** Drops what only the browser can tell, and adds the facts of the page that the rules of the tunnel need. An event processor of the SDK. */
  readonly processEvent: (event: Event, hint: EventHint) => Event | null;
  /** Drops the page load of a missing page among streamed spans. Returns how many spans it has dropped. */
  readonly readEnvelope: (envelope: unknown) => number;
}

const never = (): boolean => false;

/** Creates a {@link PageJudge}. */
export function createPageJudge({
  disabled,
  dryRun,
  onDrop,
  isNotFoundPage = never,
  isTranslatedPage = never,
  isPageLeaving = never,
}: PageJudgeOptions): PageJudge {
  const context: NoiseContext = {
    tunnelPath: '',
    ingestOrigins: [],
    isNotFoundPage,
    isTranslatedPage,
    isPageLeaving,
    isBot: never,
  };
  const active = [...PAGE_RULES, MISSING_PAGE_RULE].filter(({ id }) => !disabled.includes(id));

  /** Finds the rule that matches and reports it. Returns whether to drop. */
  const drops = (
    matches: (rule: NoiseRule) => boolean | undefined,
    describe: () => Pick<NoiseDrop, 'type' | 'title'>,
  ): boolean => {
    const rule = active.find((one) => safely(() => matches(one)));
    if (!rule) return false;
    const { id: ruleId, reason } = rule;
    safely(() => onDrop?.({ ruleId, reason, dryRun, ...describe() }));
    return !dryRun;
  };
  const dropsSpan = (span: SpanFacts): boolean =>
    drops(
      ({ matchesSpan }) => matchesSpan?.(span, context),
      () => ({ type: 'span', title: span.name }),
    );

  const factsOf = (event: Event, hint: EventHint): PageFacts => ({
    ...(isTranslatedPage() && { translated: true }),
    ...(isPageLeaving() && { leaving: true }),
    // It only says so: the error object has no such digest. The tunnel does not see the object.
    ...(hint.originalException instanceof Object && isControlFlow(event, {}) && { digest: '' }),
  });

  return {
    processEvent: (event, hint) => {
      const isDropped = drops(
        ({ matchesError, matchesSpan }) =>
          event.type === 'transaction'
            ? matchesSpan?.(transactionFacts(event), context)
            : event.type === undefined && matchesError?.(event, hint, context),
        () => describeEvent(event),
      );
      if (isDropped) return null;
      const facts = factsOf(event, hint);
      for (const _ in facts) return { ...event, contexts: { ...event.contexts, [PAGE_FACTS]: { ...facts } } };
      return event;
    },
    readEnvelope: createSpanEnvelopeFilter({ dropsSpan }).dropSpans,
  };
}

/** A rule or a callback that throws says nothing. */
function safely<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
