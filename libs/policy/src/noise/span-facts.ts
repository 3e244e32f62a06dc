import type { Event } from '@sentry/core';

/** A span for rules: either a streamed span or a span of a transaction. */
export interface SpanFacts {
  readonly name: string;
  /** Such as `pageload`, `http.server` or `http.client`; empty for none. */
  readonly op: string;
  /** Whether it is the root span of its service in the trace. Older SDKs call it a transaction. */
  readonly isSegment: boolean;
  /** Returns an attribute as text, or `undefined`. */
  readonly attribute: (name: string) => string | undefined;
}

type Attributes = Readonly<Record<string, unknown>>;

/** Creates {@link SpanFacts}. Attributes that are neither text nor number are ignored. */
export function spanFacts(name: string, attributes: Attributes, isSegment: boolean, op?: string): SpanFacts {
  const attribute = (key: string): string | undefined => {
    const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  return { name, op: op ?? attribute('sentry.op') ?? '', isSegment, attribute };
}

/** Creates the facts of a transaction event. */
export function transactionFacts(event: Event): SpanFacts {
  const trace = event.contexts?.trace;
  return spanFacts(event.transaction ?? '', trace?.data ?? {}, true, trace?.op);
}

/** Attributes with the address of a request, by old and new conventions. */
const URL_ATTRIBUTES = ['url.full', 'http.url', 'url.path', 'http.target', 'http.route', 'url'] as const;

/** Returns whether one of the span's addresses matches, also the one in its name (`POST /path`). */
export function someAddress({ name, attribute }: SpanFacts, matches: (address: string) => boolean): boolean {
  for (const key of URL_ATTRIBUTES) {
    const address = attribute(key);
    if (address !== undefined && matches(address)) return true;
  }
  return matches(name.replace(/^[A-Z]+ /, ''));
}

/** Returns the path of an address without query, fragment and final slash. */
export function pathOf(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

/** Returns the request's method, from an attribute or from the name. */
export function spanMethod({ name, attribute }: SpanFacts): string | undefined {
  return attribute('http.request.method') ?? attribute('http.method') ?? /^([A-Z]+)(?: |$)/.exec(name)?.[1];
}

/** Returns the status of the response. */
export function spanStatus({ attribute }: SpanFacts): string | undefined {
  return attribute('http.response.status_code') ?? attribute('http.status_code');
}
