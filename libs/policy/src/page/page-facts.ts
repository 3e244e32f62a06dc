import type { Event } from '@sentry/core';

/** What only the browser knows about a page and rules need. It travels in `contexts.adit` of an event. */
export interface PageFacts {
  /** The browser has translated the document. */
  readonly translated?: boolean;
  /** The visitor is leaving the page. */
  readonly leaving?: boolean;
  /** Empty for an error object without the digest that its message lets one expect. */
  readonly digest?: '';
}

/** The name of the context. */
export const PAGE_FACTS = 'adit';

const NO_FACTS: PageFacts = {};

/** Takes the facts of the page out of an event: the event without them, and the facts. */
export function takePageFacts(event: Event): { readonly event: Event; readonly facts: PageFacts } {
  const facts: unknown = event.contexts?.[PAGE_FACTS];
  if (typeof facts !== 'object' || facts === null) return { event, facts: NO_FACTS };
  const { [PAGE_FACTS]: _, ...contexts } = event.contexts ?? {};
  return { event: { ...event, contexts }, facts };
}
