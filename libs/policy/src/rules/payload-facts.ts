import { readProperty } from '@adit/common';
import type { SubjectKind } from '../document/policy-document.ts';

/** A JSON object of the SDK. */
export type Payload = Readonly<Record<string, unknown>>;

/** Most tags, headers and exceptions that are read where they are a list of pairs. */
const MAX_PAIRS = 1_000;

/** Attributes with an address, by old and new conventions. */
const URL_ATTRIBUTES = ['url.full', 'http.url', 'url.path', 'http.target', 'http.route', 'url'] as const;

/** Readers of a payload. */
export interface PayloadFacts {
  readonly id: (kind: SubjectKind) => string | undefined;
  readonly message: (kind: SubjectKind) => string | undefined;
  readonly exception: () => string | undefined;
  readonly url: (kind: SubjectKind) => string | undefined;
  readonly common: (name: 'release' | 'environment') => string | undefined;
  readonly sdk: () => string | undefined;
  readonly tag: (name: string) => string | undefined;
  readonly header: (name: string) => string | undefined;
}

/** Creates {@link PayloadFacts}. */
export function factsOf(payload: Payload): PayloadFacts {
  const at = (...names: readonly string[]): unknown => names.reduce<unknown>(readProperty, payload);
  const text = (...names: readonly string[]): string | undefined => asText(at(...names));
  let places: readonly unknown[] | undefined;
  const attribute = (name: string): string | undefined => {
    // Most errors have none of them, and a rule may ask for many names.
    places ??= [at('attributes'), at('data'), at('contexts', 'trace', 'data')].filter(Boolean);
    for (const place of places) {
      const found = asText(readAttribute(place, name));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const anyAttribute = (names: readonly string[]): string | undefined =>
    firstText(names.map((name) => () => attribute(name)));
  const traceId = (): string | undefined => text('trace_id') ?? text('contexts', 'trace', 'trace_id');
  const captured = (): unknown => lastOf(at('exception')) ?? lastOf(at('exception', 'values'));

  return {
    id: (kind) => {
      if (kind === 'replay') return text('replay_id') ?? text('event_id');
      return kind === 'error' || kind === 'feedback'
        ? (text('event_id') ?? traceId())
        : (traceId() ?? text('event_id'));
    },
    message: (kind) => MESSAGES[kind]({ text, captured }),
    exception: () => asText(readProperty(captured(), 'type')),
    url: (kind) => {
      if (kind === 'replay') return asText(firstOf(at('urls'))) ?? text('request', 'url');
      if (kind === 'feedback') return text('contexts', 'feedback', 'url') ?? text('request', 'url');
      return text('request', 'url') ?? anyAttribute(URL_ATTRIBUTES);
    },
    common: (name) => text(name) ?? attribute(`sentry.${name}`),
    sdk: () => text('sdk', 'name') ?? attribute('sentry.sdk.name'),
    tag: (name) => asText(readNamed(at('tags'), name)) ?? attribute(name),
    header: (name) =>
      asText(readHeader(at('request', 'headers'), name)) ??
      attribute(`http.request.header.${name.toLowerCase()}`),
  };
}

interface MessageParts {
  readonly text: (...names: readonly string[]) => string | undefined;
  readonly captured: () => unknown;
}

const MESSAGES: Readonly<Record<SubjectKind, (parts: MessageParts) => string | undefined>> = {
  error: ({ text, captured }) =>
    firstText([
      () => asText(readProperty(captured(), 'value')),
      () => text('logentry', 'formatted'),
      () => text('logentry', 'message'),
      () => text('message'),
    ]),
  transaction: ({ text }) => text('transaction'),
  span: ({ text }) => text('name') ?? text('description'),
  log: ({ text }) => text('body'),
  feedback: ({ text }) => text('contexts', 'feedback', 'message') ?? text('comments'),
  replay: () => undefined,
};

function firstText(readers: readonly (() => string | undefined)[]): string | undefined {
  for (const read of readers) {
    const found = read();
    if (found !== undefined && found !== '') return found;
  }
  return undefined;
}

/** A text, a number or a truth value as text. A list of one, as headers are in attributes, is read as its element. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? value[0] : undefined;
}

/** The SDK lists the captured exception last, after the errors that are linked to it. */
const lastOf = (values: unknown): unknown => (Array.isArray(values) ? values.at(-1) : undefined);

const firstOf = (values: unknown): unknown => (Array.isArray(values) ? values[0] : undefined);

/** An attribute of an old span is the value itself, one of a streamed span or a log `{ value, type }`. */
function readAttribute(attributes: unknown, name: string): unknown {
  const attribute = readOwn(attributes, name);
  return Array.isArray(attribute) || typeof attribute !== 'object'
    ? attribute
    : readProperty(attribute, 'value');
}

/** A property of its own: a tag may have the name `constructor`. */
function readOwn(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null) return undefined;
  return Object.hasOwn(object, name) ? readProperty(object, name) : undefined;
}

/** A value of an object, or of a list of pairs of a name and a value. */
function readNamed(values: unknown, name: string): unknown {
  return Array.isArray(values) ? findPair(values, (key) => key === name) : readOwn(values, name);
}

function readHeader(headers: unknown, name: string): unknown {
  const wanted = name.toLowerCase();
  const isWanted = (key: string): boolean => key.toLowerCase() === wanted;
  if (Array.isArray(headers)) return findPair(headers, isWanted);
  if (typeof headers !== 'object' || headers === null) return undefined;
  const found = Object.keys(headers).slice(0, MAX_PAIRS).find(isWanted);
  return found === undefined ? undefined : readProperty(headers, found);
}

function findPair(pairs: readonly unknown[], isWanted: (name: string) => boolean): unknown {
  for (const pair of pairs.slice(0, MAX_PAIRS)) {
    const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (typeof name === 'string' && isWanted(name)) return value;
  }
  return undefined;
}
