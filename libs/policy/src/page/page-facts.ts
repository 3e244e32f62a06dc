import type { Event } from '@sentry/core';

/** Facts about a page that rules need and only the browser knows. They travel in `contexts.adit` of an event. */
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
  const contexts = Object.fromEntries(
    Object.entries(event.contexts ?? {}).filter(([name]) => name !== PAGE_FACTS),
  );
  return { event: { ...event, contexts }, facts };
}
