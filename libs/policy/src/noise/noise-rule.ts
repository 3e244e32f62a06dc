import type { Event, EventHint } from '@sentry/core';
import type { SpanFacts } from './span-facts.ts';

/** The side that a filter runs on. Edge runtimes count as servers. */
export type NoiseSide = 'client' | 'server';

/** Facts about the page and the host that rules use. */
export interface NoiseContext {
  /** The tunnel path. */
  readonly tunnelPath: string;
  /** Origins to which servers send envelopes. */
  readonly ingestOrigins: readonly string[];
  /** Whether the server answered the current document with 404. Always `false` on servers. */
  readonly isNotFoundPage: () => boolean;
  /** Whether the browser or an extension has translated the current document. */
  readonly isTranslatedPage: () => boolean;
  /** Whether the visitor is leaving the current document, from `pagehide` on. */
  readonly isPageLeaving: () => boolean;
  /** Whether a user agent is that of a crawler. */
  readonly isBot: (userAgent: string) => boolean;
}

/** One kind of event or span to drop, or to group if the rule has a `fingerprint`. */
export interface NoiseRule {
  readonly id: string;
  /** Why events of this kind are dropped. Logs and pages show it. */
  readonly reason: string;
  readonly side: NoiseSide | 'both';
  /** Whether an error event is this kind of noise. */
  readonly matchesError?: (event: Event, hint: EventHint, context: NoiseContext) => boolean;
  /** Whether a span or a transaction is. If a segment matches, its children are dropped too. */
  readonly matchesSpan?: (span: SpanFacts, context: NoiseContext) => boolean;
  /**
   * Returns the fingerprint for error events that match. They are kept, and a fingerprint that they have wins. Rules that drop come
   * first. Without this function, matching events are dropped.
   */
  readonly fingerprint?: (event: Event) => readonly string[];
}
