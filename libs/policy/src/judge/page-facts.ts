import type { Event } from '@sentry/core';

/** What only the browser knows about a page and rules need. It travels in `contexts.adit` of an event. */
export interface PageFacts {
  /** The server answered the document with 404. */
  readonly notFound?: boolean;
  /** The browser has translated the document. */
  readonly translated?: boolean;
  /** The visitor is leaving the page. */
  readonly leaving?: boolean;
  /** The `digest` of the error; empty for an error without one. Missing if no error object was thrown. */
  readonly digest?: string;
}

/** The name of the context, and of the attribute of a page load's span. */
export const PAGE_FACTS = 'adit';
export const NOT_FOUND_ATTRIBUTE = 'adit.not_found';

const NO_FACTS: PageFacts = {};

/** Takes the facts of the page out of an event: the event without them, and the facts. */
export function takePageFacts(event: Event): { readonly event: Event; readonly facts: PageFacts } {
  const facts: unknown = event.contexts?.[PAGE_FACTS];
  if (typeof facts !== 'object' || facts === null) return { event, facts: NO_FACTS };
  const { [PAGE_FACTS]: _, ...contexts } = event.contexts ?? {};
  return { event: { ...event, contexts }, facts };
}

interface StreamedSpan {
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Takes the facts of the page out of streamed spans. */
export function takeSpanFacts(spans: readonly unknown[]): {
  readonly spans: readonly unknown[];
  readonly facts: PageFacts;
} {
  if (!spans.some(isOfMissingPage)) return { spans, facts: NO_FACTS };
  return {
    facts: { notFound: true },
    spans: spans.map((span) => {
      if (!isOfMissingPage(span)) return span;
      const { [NOT_FOUND_ATTRIBUTE]: _, ...attributes } = span.attributes;
      return { ...span, attributes };
    }),
  };
}

const isOfMissingPage = (span: unknown): span is Required<StreamedSpan> =>
  typeof span === 'object' &&
  span !== null &&
  typeof (span as StreamedSpan).attributes === 'object' &&
  (span as StreamedSpan).attributes !== null &&
  Object.hasOwn((span as Required<StreamedSpan>).attributes, NOT_FOUND_ATTRIBUTE);
