import type { NoiseFilter } from './rule-filter.ts';
import { spanFacts } from './span-facts.ts';

/** Drops noise from the span batches of one client. */
export interface SpanEnvelopeFilter {
  /** Removes spans that are noise from an envelope and returns how many. */
  readonly dropSpans: (envelope: unknown) => number;
}

/** Most dropped segments that are remembered, so that children in later batches are dropped too. */
const MAX_REMEMBERED_SEGMENTS = 100;

interface StreamedSpan {
  readonly span_id?: unknown;
  readonly name?: unknown;
  readonly is_segment?: unknown;
  readonly attributes?: unknown;
}

interface SpanContainer {
  readonly header: { type: unknown; item_count?: unknown };
  readonly payload: { items: unknown[] };
}

/**
 * Creates a {@link SpanEnvelopeFilter}. Since version 11 the SDK sends spans in batches. `ignoreSpans` runs when a span starts, before
 * its route and status are known, and `beforeSendSpan` cannot drop. So the envelope is the first place to drop a finished span.
 */
export function createSpanEnvelopeFilter(filter: Pick<NoiseFilter, 'dropsSpan'>): SpanEnvelopeFilter {
  const droppedSegments = new Set<unknown>();

  const remember = (segmentId: unknown): void => {
    droppedSegments.add(segmentId);
    if (droppedSegments.size > MAX_REMEMBERED_SEGMENTS) {
      const [oldest] = droppedSegments;
      droppedSegments.delete(oldest);
    }
  };

  /** Segments come first: they end last, so their children precede them in a batch. */
  const keep = (spans: readonly unknown[]): unknown[] => {
    const noise = new Set<unknown>();
    for (const span of spans.filter(isSegment)) {
      if (!dropsSpan(filter, span)) continue;
      noise.add(span);
      remember(readSpan(span).span_id);
    }
    return spans.filter((span) => {
      if (isSegment(span)) return !noise.has(span);
      return !droppedSegments.has(readAttributes(span)['sentry.segment.id']) && !dropsSpan(filter, span);
    });
  };

  return {
    dropSpans: (envelope) => {
      const items = itemsOf(envelope);
      let dropped = 0;
      for (const item of [...items]) {
        const container = spanContainer(item);
        if (container === undefined) continue;
        const { header, payload } = container;
        const kept = keep(payload.items);
        dropped += payload.items.length - kept.length;
        // Ingest refuses a container with a wrong count.
        payload.items = kept;
        header.item_count = kept.length;
        if (kept.length === 0) items.splice(items.indexOf(item), 1);
      }
      return dropped;
    },
  };
}

function dropsSpan(filter: Pick<NoiseFilter, 'dropsSpan'>, span: unknown): boolean {
  const { name, is_segment } = readSpan(span);
  return filter.dropsSpan(
    spanFacts(typeof name === 'string' ? name : '', readAttributes(span), is_segment === true),
  );
}

function isSegment(span: unknown): boolean {
  return readSpan(span).is_segment === true;
}

/** Serialized attributes are `{ value, type }`. */
function readAttributes(span: unknown): Readonly<Record<string, unknown>> {
  const { attributes } = readSpan(span);
  if (!isObject(attributes)) return {};
  return Object.fromEntries(
    Object.entries(attributes).map(([key, attribute]) => [
      key,
      isObject(attribute) && 'value' in attribute ? attribute.value : undefined,
    ]),
  );
}

function readSpan(span: unknown): StreamedSpan {
  return isObject(span) ? span : {};
}

function itemsOf(envelope: unknown): unknown[] {
  const items: unknown = Array.isArray(envelope) ? envelope[1] : undefined;
  return Array.isArray(items) ? items : [];
}

function spanContainer(item: unknown): SpanContainer | undefined {
  const [header, payload] = Array.isArray(item) ? (item as unknown[]) : [];
  if (!isObject(header) || !('type' in header) || header.type !== 'span') return undefined;
  if (!isObject(payload) || !('items' in payload) || !Array.isArray(payload.items)) return undefined;
  return { header, payload: payload as SpanContainer['payload'] };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
