import type { Event } from '@sentry/core';

/** A span as rules see it, in whichever of the SDK's two forms it travels. */
export interface SpanFacts {
  readonly name: string;
  /** Such as `pageload`, `http.server` or `http.client`; empty for none. */
  readonly op: string;
  /** Whether it is the top of its service's part of the trace: what older versions call a transaction. */
  readonly isSegment: boolean;
  /** An attribute as text, `undefined` when absent. */
  readonly attribute: (name: string) => string | undefined;
}

type Attributes = Readonly<Record<string, unknown>>;

/** Builds facts; attribute values that are neither text nor number count as absent. */
export function spanFacts(name: string, attributes: Attributes, isSegment: boolean, op?: string): SpanFacts {
  const attribute = (key: string): string | undefined => {
    const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  return { name, op: op ?? attribute('sentry.op') ?? '', isSegment, attribute };
}

/** The segment that a transaction event stands for. */
export function transactionFacts(event: Event): SpanFacts {
  const trace = event.contexts?.trace;
  return spanFacts(event.transaction ?? '', trace?.data ?? {}, true, trace?.op);
}

/** Attributes that hold the address of a request: the conventions changed their names over the years. */
const URL_ATTRIBUTES = ['url.full', 'http.url', 'url.path', 'http.target', 'http.route', 'url'] as const;

/** Every address the span carries, its name included (`POST /path`). */
export function spanAddresses({ name, attribute }: SpanFacts): readonly string[] {
  const addresses = URL_ATTRIBUTES.map(attribute).filter((address) => address !== undefined);
  return [...addresses, name.replace(/^[A-Z]+ /, '')];
}

/** The path of an absolute or relative address, without query, fragment or final slash. */
export function pathOf(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

/** The request's method, from an attribute or from the name. */
export function spanMethod({ name, attribute }: SpanFacts): string | undefined {
  return attribute('http.request.method') ?? attribute('http.method') ?? /^([A-Z]+)(?: |$)/.exec(name)?.[1];
}

/** The status the request was answered with. */
export function spanStatus({ attribute }: SpanFacts): string | undefined {
  return attribute('http.response.status_code') ?? attribute('http.status_code');
}
