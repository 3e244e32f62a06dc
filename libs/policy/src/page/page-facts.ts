import type { Event } from '@sentry/core';

/** Facts about a page that rules need and only the browser knows. They travel in `contexts.adit` of an event. */
export interface PageFacts {
  /** The server answered the document with 404. */
  readonly notFound?: boolean;
  /** The browser has translated the document. */
  readonly translated?: boolean;
  /** The visitor is leaving the page. */
  readonly leaving?: boolean;
  /** Empty for an error object without the digest that its message lets one expect. */
  readonly digest?: '';
}

/** The name of the context, and of the attribute of a page load's span. */
export const PAGE_FACTS = 'adit';
const NOT_FOUND_ATTRIBUTE = 'adit.not_found';

const NO_FACTS: PageFacts = {};

/** Takes the facts of the page out of an event: the event without them, and the facts. */
export function takePageFacts(event: Event): { readonly event: Event; readonly facts: PageFacts } {
  const facts: unknown = event.contexts?.[PAGE_FACTS];
  if (typeof facts !== 'object' || facts === null) return { event, facts: NO_FACTS };
  return { event: { ...event, contexts: without({ ...event.contexts }, PAGE_FACTS) }, facts };
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
      return { ...span, attributes: without(span.attributes, NOT_FOUND_ATTRIBUTE) };
    }),
  };
}

/** Marks the page loads among the streamed spans of an envelope, as the SDK has it before it sends it. */
export function markMissingPage(envelope: unknown): void {
  const [, items] = envelope as readonly [unknown, readonly (readonly [unknown, unknown])[]];
  for (const [, payload] of items) {
    const { items: spans } = Object(payload) as { items?: unknown };
    if (!Array.isArray(spans)) continue;
    for (const { attributes } of spans as { attributes?: Record<string, { value?: unknown }> }[])
      if (attributes?.['sentry.op']?.value === 'pageload')
        attributes[NOT_FOUND_ATTRIBUTE] = { value: true, type: 'boolean' } as { value: boolean };
  }
}

const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

const isOfMissingPage = (span: unknown): span is Required<StreamedSpan> =>
  typeof span === 'object' &&
  span !== null &&
  Object.hasOwn(Object((span as StreamedSpan).attributes) as object, NOT_FOUND_ATTRIBUTE);
