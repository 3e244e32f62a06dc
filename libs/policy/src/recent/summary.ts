import { readProperty } from '@adit/common';
import type { Payload } from '../rules/payload-facts.ts';

const MAX_FRAMES = 10;
const MAX_ENTRIES = 20;
/** The most errors before the captured one that are counted: paths of scrub rules may have their place. */
const MAX_LINKED = 20;
/** The longest name of a tag, in characters. */
const MAX_NAME = 64;
/** The most parts of a fingerprint. */
const MAX_PARTS = 5;

const TEXTS = [
  ...['event_id', 'type', 'platform', 'level', 'message', 'transaction', 'release', 'environment'],
  ...['name', 'description', 'op', 'body', 'comments', 'is_segment', 'replay_id', 'trace_id'],
];

/** Headers that rules often ask for. None of them holds an account. */
const HEADERS: ReadonlySet<string> = new Set([
  ...['user-agent', 'referer', 'origin', 'host', 'accept', 'accept-language', 'content-type'],
  ...['purpose', 'sec-purpose', 'sec-fetch-mode', 'sec-fetch-site', 'x-requested-with'],
]);

/** Attributes that built-in rules and conditions read. They come first. */
const ATTRIBUTES = [
  ...['sentry.op', 'sentry.segment.id', 'sentry.release', 'sentry.environment', 'sentry.sdk.name'],
  ...['url.full', 'http.url', 'url.path', 'http.target', 'http.route', 'url'],
  ...['http.request.method', 'http.method', 'http.response.status_code', 'http.status_code'],
  ...['user_agent.original', 'http.user_agent', 'http.request.header.user_agent', 'adit.not_found'],
];

/** Attributes about a person. */
const PERSONAL = /^(?:sentry\.)?(?:user|enduser|client)\.|^(?:net|network)\.peer\./;

/** Returns the parts of a payload that rules read, without those about a person. The texts have their whole length. */
export function summaryOf(payload: Payload): Payload {
  const { request, contexts: given } = payload;
  const trace = readProperty(given, 'trace');
  const contexts = present({
    trace: present({
      trace_id: plain(readProperty(trace, 'trace_id')),
      op: plain(readProperty(trace, 'op')),
      data: attributesOf(readProperty(trace, 'data')),
    }),
    feedback: pick(readProperty(given, 'feedback'), ['message', 'url']),
    adit: pick(readProperty(given, 'adit'), ['notFound', 'translated', 'leaving', 'digest']),
  });
  return {
    ...pick(payload, TEXTS),
    ...present({
      logentry: pick(payload['logentry'], ['message', 'formatted']),
      fingerprint: plains(payload['fingerprint']),
      sdk: pick(payload['sdk'], ['name']),
      urls: firstOf(payload['urls']),
      exception: exceptionOf(payload['exception']),
      request: present({
        url: plain(readProperty(request, 'url')),
        headers: entriesOf(readProperty(request, 'headers'), isHeader),
      }),
      tags: entriesOf(payload['tags'], () => true),
      attributes: attributesOf(payload['attributes']),
      data: attributesOf(payload['data']),
      contexts,
    }),
  };
}

const isHeader = (name: string): boolean => HEADERS.has(name.toLowerCase());

/** The captured error, at its place among those that are linked to it. */
function exceptionOf(exception: unknown): unknown {
  const list: unknown = Array.isArray(exception) ? exception : readProperty(exception, 'values');
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const frames = readProperty(readProperty(list.at(-1), 'stacktrace'), 'frames');
  const captured = {
    ...pick(list.at(-1), ['type', 'value']),
    ...(Array.isArray(frames) && {
      stacktrace: {
        frames: frames
          .slice(-MAX_FRAMES)
          .map((frame) => pick(frame, ['filename', 'function', 'lineno', 'in_app']) ?? {}),
      },
    }),
  };
  const linked = Array.from({ length: Math.min(list.length - 1, MAX_LINKED) }, () => ({}));
  const values = [...linked, captured];
  return Array.isArray(exception) ? values : { values };
}

/** Tags or headers: an object, or a list of pairs. */
function entriesOf(values: unknown, isWanted: (name: string) => boolean): unknown {
  if (Array.isArray(values)) {
    const pairs = values.filter(
      (pair): pair is [string, unknown] =>
        Array.isArray(pair) && typeof pair[0] === 'string' && isShort(pair[0]) && isWanted(pair[0]),
    );
    return pairs.length === 0
      ? undefined
      : pairs.slice(0, MAX_ENTRIES).map(([name, value]) => [name, plain(value)]);
  }
  return pick(values, keysOf(values).filter(isWanted).slice(0, MAX_ENTRIES));
}

/** Attributes of spans and logs are their tags. */
function attributesOf(values: unknown): unknown {
  if (typeof values !== 'object' || values === null) return undefined;
  const names = keysOf(values).filter((name) => !PERSONAL.test(name));
  const first = ATTRIBUTES.filter((name) => names.includes(name));
  const wanted = new Set([...first, ...names.slice(0, MAX_ENTRIES)]);
  const found = [...wanted].slice(0, MAX_ENTRIES).map((name): [string, unknown] => {
    const value = readProperty(values, name);
    const inner = plain(readProperty(value, 'value'));
    return [name, inner === undefined ? plain(value) : { value: inner }];
  });
  return present(Object.fromEntries(found));
}

const keysOf = (values: unknown): readonly string[] =>
  typeof values === 'object' && values !== null ? Object.keys(values).filter(isShort) : [];

const isShort = (name: string): boolean => name.length <= MAX_NAME;

/** The named properties that are texts, numbers or truth values; `undefined` if there is none. */
function pick(values: unknown, names: readonly string[]): Payload | undefined {
  if (typeof values !== 'object' || values === null) return undefined;
  let found: Record<string, unknown> | undefined;
  for (const name of names) {
    const value = plain((values as Payload)[name]);
    if (value === undefined || !Object.hasOwn(values, name)) continue;
    found ??= {};
    found[name] = value;
  }
  return found;
}

function plains(values: unknown): unknown {
  return Array.isArray(values) ? values.slice(0, MAX_PARTS).map((value) => plain(value) ?? '') : undefined;
}

const firstOf = (values: unknown): unknown =>
  Array.isArray(values) ? plains(values.slice(0, 1)) : undefined;

/** A text, a number or a truth value; of a list of one its text, as conditions read it. */
function plain(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

/** The object without missing properties; `undefined` if nothing is left. */
function present(values: Payload): Payload | undefined {
  let found: Record<string, unknown> | undefined;
  for (const name in values) {
    if (values[name] === undefined) continue;
    found ??= {};
    found[name] = values[name];
  }
  return found;
}
