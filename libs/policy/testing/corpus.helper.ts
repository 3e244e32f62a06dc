import { defaultStackParser } from '@sentry/browser';
import { createStackParser, type Event, type EventHint } from '@sentry/core';
import { nodeStackLineParser } from '@sentry/core/server';
import { isBot } from '../src/noise/bots.ts';
import { createNoiseFilter, type NoiseFilterOptions } from '../src/noise/noise-filter.ts';
import { NOISE_RULES } from '../src/noise/noise-rules.ts';
import type { NoiseRule, NoiseSide } from '../src/noise/noise-rule.ts';
import { spanFacts } from '../src/noise/span-facts.ts';

/** A span as the SDK finishes it. `isSegment` is `false` if it has a parent in the same service. */
export interface CorpusSpan {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isSegment?: boolean;
}

/** The page's state at that time; empty by default. */
export type PageState = Pick<NoiseFilterOptions, 'isNotFoundPage' | 'isTranslatedPage' | 'isPageLeaving'>;

/** A page that is being left. */
export const LEAVING: PageState = { isPageLeaving: () => true };

/** A page that a translator has changed. */
export const TRANSLATED: PageState = { isTranslatedPage: () => true };

/** An event or span to test a filter with. */
export interface CorpusCase {
  readonly title: string;
  readonly side: NoiseSide;
  /** The origin of such events. */
  readonly source: string;
  readonly event?: Event;
  readonly hint?: EventHint;
  readonly span?: CorpusSpan;
  readonly page?: PageState;
}

/** Properties of the thrown value; the stack as the engine wrote it. */
export interface Thrown {
  readonly type?: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly digest?: string;
  readonly cause?: unknown;
}

/** An error: its line as consoles print it (`Type: message`, or the message of an `Error`), its line and its stack, or its properties. */
export type CorpusEntry = string | readonly [line: string, stack: string] | Thrown;

/** Reads an entry of a list. */
export function readEntry(entry: CorpusEntry): Thrown {
  if (typeof entry !== 'string' && !isPair(entry)) return entry;
  const [line, stack] = typeof entry === 'string' ? [entry] : entry;
  const [, type, message] = /^([A-Z]\w*(?:Error|Exception|Unauthorized)): (.*)$/s.exec(line) ?? [];
  const error = type === undefined || message === undefined ? { message: line } : { type, message };
  return stack === undefined ? error : { ...error, stack };
}

const isPair = (entry: Exclude<CorpusEntry, string>): entry is readonly [string, string] =>
  Array.isArray(entry);

const serverStackParser = createStackParser(nodeStackLineParser());

/** An error event as the SDK of that side builds it, with the stack parsed by the SDK's own parser, and its hint. */
export function thrown(
  side: NoiseSide,
  { type = 'Error', message, stack = '', ...properties }: Thrown,
): { event: Event; hint: EventHint } {
  const parse = side === 'client' ? defaultStackParser : serverStackParser;
  const frames = stack === '' ? [] : parse(`${type}: ${message}\n${stack}`);
  const error = Object.assign(new Error(message), properties);
  // Written as engines write it, without this file's path.
  Object.defineProperties(error, {
    name: { value: type },
    stack: { value: stack === '' ? '' : `${type}: ${message}\n${stack}` },
  });
  const stacktrace = frames.length === 0 ? {} : { stacktrace: { frames } };
  return {
    event: { exception: { values: [{ type, value: message, ...stacktrace }] } },
    hint: { originalException: error },
  };
}

/**
 * The id of the rule in `rules` that matches a case, asked as the SDK asks; `undefined` if the case is sent unchanged.
 */
export function ruleOf(
  { side, event, hint, span, page }: CorpusCase,
  rules: readonly NoiseRule[] = NOISE_RULES,
): string | undefined {
  const filter = createNoiseFilter({
    side,
    rules,
    ...page,
    isBot,
    ingestOrigins: ['https://o450.ingest.sentry.io'],
  });
  const dropped =
    span === undefined
      ? filter.processEvent(event ?? {}, hint) === null
      : filter.dropsSpan(spanFacts(span.name, span.attributes, span.isSegment ?? true));
  const [ruleId] = Object.entries(filter.counts()).find(([, count]) => count > 0) ?? [];
  return dropped ? ruleId : undefined;
}
