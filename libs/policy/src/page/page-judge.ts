import type { Event, EventHint } from '@sentry/core';
import { isControlFlow } from '../noise/control-flow.ts';
import { describeEvent } from '../noise/error-facts.ts';
import type { NoiseContext } from '../noise/noise-rule.ts';
import { PAGE_RULES } from '../noise/page-rules.ts';
import type { NoiseDrop } from '../noise/rule-filter.ts';
import { markMissingPage, PAGE_FACTS, type PageFacts } from './page-facts.ts';

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
  /** Adds those facts to streamed spans. */
  readonly readEnvelope: (envelope: unknown) => void;
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
  const active = PAGE_RULES.filter(({ id }) => !disabled.includes(id));

  const factsOf = (event: Event, hint: EventHint): PageFacts => ({
    ...(isNotFoundPage() && { notFound: true }),
    ...(isTranslatedPage() && { translated: true }),
    ...(isPageLeaving() && { leaving: true }),
    // It only says so: the error object has no such digest. The tunnel does not see the object.
    ...(hint.originalException instanceof Object && isControlFlow(event, {}) && { digest: '' }),
  });

  return {
    processEvent: (event, hint) => {
      const rule =
        event.type === undefined
          ? active.find(({ matchesError }) => safely(() => matchesError?.(event, hint, context)))
          : undefined;
      if (rule) {
        const { id: ruleId, reason } = rule;
        safely(() => onDrop?.({ ruleId, reason, dryRun, ...describeEvent(event) }));
        if (!dryRun) return null;
      }
      const facts = factsOf(event, hint);
      for (const _ in facts) return { ...event, contexts: { ...event.contexts, [PAGE_FACTS]: { ...facts } } };
      return event;
    },
    readEnvelope: (envelope) => {
      if (isNotFoundPage()) markMissingPage(envelope);
    },
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
