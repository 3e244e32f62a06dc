import type { Integration } from '@sentry/core';
import { rewritePayloads } from './envelope-payloads.ts';

type Rewrite = (value: unknown) => unknown;

/** The beginning of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2), alone or in a list: `::ffff:192.0.2.1`. */
const MAPPED = /(?<![\da-f:])::ffff:(?=\d{1,3}(?:\.\d{1,3}){3}(?![\d.]))/gi;

const TYPES: ReadonlySet<string> = new Set([
  'event',
  'transaction',
  'span',
  'log',
  'trace_metric',
  'session',
]);

/**
 * Writes IPv4-mapped addresses as IPv4. Node has them for the IPv4 clients of an IPv6 socket, Next copies them into
 * `x-forwarded-for`, and the SDK uses them as the address of the user. Otherwise one visitor would have two addresses,
 * and ranges would not match.
 */
export const createPlainAddresses = (): Integration => ({
  name: 'AditPlainAddresses',
  setup: (client) =>
    void client.on('beforeEnvelope', (envelope) => rewritePayloads(envelope, TYPES, withPlainAddresses)),
});

const text: Rewrite = (value) =>
  typeof value === 'string' && value.includes(':') ? value.replace(MAPPED, '') : value;

/** Rewrites the named properties, or all, of an object or a list. Returns a copy if one changes. */
const inside =
  (rewrite: Rewrite, names?: readonly string[]): Rewrite =>
  (value) => {
    if (!isObject(value)) return value;
    let copy: Record<string, unknown> | undefined;
    for (const name of names ?? Object.keys(value)) {
      const before = value[name];
      const after = rewrite(before);
      if (after === before) continue;
      copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
      copy[name] = after;
    }
    return copy ?? value;
  };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const data = inside(inside(text), ['data']);
const address = inside(text, ['ip_address']);
const texts: Rewrite = (value) => (Array.isArray(value) ? inside(text)(value) : text(value));
const attribute: Rewrite = (value) => (isObject(value) ? inside(texts, ['value'])(value) : text(value));

const PLACES: readonly Rewrite[] = [
  inside(address, ['user', 'attrs']),
  inside(inside(inside(text), ['headers']), ['request']),
  inside(inside(data, ['trace']), ['contexts']),
  inside(inside(data), ['spans']),
  inside(inside(inside(inside(attribute), ['attributes'])), ['items']),
];

/** The payload, or a copy of the changed parts. */
export const withPlainAddresses = (payload: object): object =>
  PLACES.reduce<unknown>((value, rewrite) => rewrite(value), payload) as object;
