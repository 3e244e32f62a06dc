import { hasLongRun, mayHoldForms, replaceForms } from './replace-forms.ts';
import { createRootKey, type PayloadKey } from './payload-keys.ts';
import { replaceNamedPairs } from './named-pairs.ts';
import type { ScrubOptions } from './scrub-settings.ts';
import { createSecretMarker, FILTERED } from './secret-marker.ts';
import { createNameJudge, isHarmless, type JudgeName } from './secret-names.ts';
import { replaceEmails } from './secret-values.ts';
import { createUrlScrubber } from './url-scrubber.ts';

/** Removes secrets from events, spans and logs, and counts them. */
export interface Scrubber {
  /**
   * Returns the payload without secrets: the same object if there is none or in a dry run, else a copy of the changed parts. The
   * payload itself does not change. Objects with a class are read as `JSON.stringify` reads them.
   */
  readonly scrub: <T>(payload: T) => T;
  /** Returns how many secrets of each active kind were found, also in a dry run. */
  readonly counts: () => Readonly<Record<string, number>>;
}

/** Most nested levels that are read; deeper ones are replaced. The SDK sends fewer than half as many. */
const MAX_DEPTH = 20;

/** Shortest prose that can contain a secret, in characters: `pin=1`. */
const MIN_PROSE_LENGTH = 5;

/** Longest text that is parsed as JSON, in characters. Longer texts are scrubbed as prose. */
const MAX_JSON_LENGTH = 262_144;

/** The SDK's text for a circular reference. */
const CIRCULAR = '[Circular ~]';

/** A character that every URL with a secret and every pair contains. Most prose has none. */
const ANY_MARK = /[@=:?#;%]/;

/** A URL with a secret, in prose. */
const URL_IN_PROSE = /[?#;][^\s"'`<>?#;=]*=|:\/\/[^\s/]*@|%40/;

/** A character that every URL with more than a path contains. */
const MAY_HOLD_PARAMETERS = /[?#@;%]/;

/** The encoded fields of a form: `a=1&b=2`. */
const ENCODED_FIELDS = /^[\w.%+[\]-]+=\S*$/;

/** Creates a {@link Scrubber}. */
export function createScrubber({
  parameters = [],
  allowed = [],
  emails = true,
  opaqueValues = true,
  disabled = [],
  dryRun = false,
}: ScrubOptions = {}): Scrubber {
  const marker = createSecretMarker([
    ...disabled,
    ...(emails ? [] : ['email']),
    ...(opaqueValues ? [] : ['opaque-value']),
  ]);
  const { isActive, mark } = marker;
  const judgeName: JudgeName = isActive('name') ? createNameJudge(parameters, allowed) : () => undefined;
  const allowedNames = new Set(allowed.map((name) => name.toLowerCase()));
  const urls = createUrlScrubber({ judgeName, allowedNames, marker });
  const root = createRootKey(judgeName);
  const markName = () => mark('name');
  const markEmail = () => mark('email');
  const hasEmails = isActive('email');

  const address = (text: string): string => {
    const mayHoldForm = mayHoldForms(text);
    if (!mayHoldForm && !MAY_HOLD_PARAMETERS.test(text)) return text;
    const clean = urls.url(text);
    return mayHoldForm ? replaceForms(clean, marker) : clean;
  };

  const prose = (text: string): string => {
    if (text.length < MIN_PROSE_LENGTH) return text;
    const mayHoldForm = mayHoldForms(text);
    const hasMark = ANY_MARK.test(text);
    if (!mayHoldForm && !hasMark) return text;
    const hasUrl = mayHoldForm || URL_IN_PROSE.test(text);
    const hasAt = hasEmails && text.includes('@');
    let clean = hasUrl ? urls.text(text) : text;
    if (hasMark) clean = replaceNamedPairs(clean, judgeName, markName);
    if (mayHoldForm) clean = replaceForms(clean, marker);
    return hasAt ? replaceEmails(clean, markEmail) : clean;
  };

  /** The objects around the current one, to detect cycles. Shared objects are scrubbed in each place. */
  const ancestors: object[] = [];

  const json = (text: string, depth: number): string | undefined => {
    if (!isJsonContainer(text)) return undefined;
    try {
      const parsed: unknown = JSON.parse(text);
      const scrubbed = walk(parsed, root, depth + 1);
      return scrubbed === parsed ? text : JSON.stringify(scrubbed);
    } catch {
      return undefined;
    }
  };

  const string = (text: string, { kind, name, verdict }: PayloadKey, depth: number): string => {
    switch (kind) {
      case 'skip':
        return text;
      case 'code':
        return urls.code(text);
      case 'source':
        return hasLongRun(text) ? replaceForms(text, marker) : text;
      case 'url':
        return address(text);
      case 'query':
        return urls.query(text);
      case 'names':
      case 'named':
        return urls.named(name, text);
      case 'secret':
        return mark('name');
      case 'user':
      case 'text':
        if (verdict === 'secret' || (verdict === 'unless-harmless' && !isHarmless(text)))
          return /^(?:true|false|null|undefined)$/.test(text) ? text : mark('name');
        if (kind === 'user') return text;
        return (
          json(text, depth) ?? (name === 'data' && ENCODED_FIELDS.test(text) ? urls.query(text) : prose(text))
        );
    }
  };

  const walk = (value: unknown, key: PayloadKey, depth: number): unknown => {
    if (typeof value === 'string') return value === '' ? value : string(value, key, depth);
    if (typeof value === 'number')
      return key.kind === 'secret' || (key.verdict === 'secret' && key.hidesNumbers) ? mark('name') : value;
    if (typeof value !== 'object' || value === null || key.kind === 'skip') return value;
    if (depth > MAX_DEPTH) return FILTERED;
    if (ancestors.includes(value)) return CIRCULAR;
    ancestors.push(value);
    const clean = Array.isArray(value) ? list(value, key, depth + 1) : object(value, key, depth + 1);
    ancestors.pop();
    return clean;
  };

  const list = (values: readonly unknown[], key: PayloadKey, depth: number): readonly unknown[] => {
    let copy: unknown[] | undefined;
    for (let index = 0; index < values.length; index += 1) {
      const before = values[index];
      const after = key.holdsPairs && isPair(before) ? pair(before, key, depth) : walk(before, key, depth);
      if (after === before) continue;
      copy ??= [...values];
      copy[index] = after;
    }
    return copy ?? values;
  };

  /** A pair of a name and a value. */
  const pair = (given: readonly [string, unknown], key: PayloadKey, depth: number): unknown => {
    const [name, before] = given;
    const after = walk(before, key.child(name), depth);
    return after === before ? given : [name, after];
  };

  const object = (given: object, key: PayloadKey, depth: number): unknown => {
    const source = asJson(given);
    if (!isObject(source)) {
      const clean = walk(source, key, depth);
      return clean === source ? given : clean;
    }
    try {
      return properties(source, key, depth) ?? given;
    } catch {
      return properties(readableCopy(source), key, depth) ?? given;
    }
  };

  /** A copy of the object if one of its properties changed. */
  const properties = (source: JsonObject, key: PayloadKey, depth: number): JsonObject | undefined => {
    let copy: Record<string, unknown> | undefined;
    // Faster than `Object.keys`. Inherited properties are not sent, so they do not change.
    for (const name in source) {
      const before = source[name];
      if (typeof before !== 'string' && typeof before !== 'object' && typeof before !== 'number') continue;
      const isAttributeKey = ATTRIBUTE_KEYS.includes(name) && isAttribute(source);
      if (isAttributeKey && name !== 'value') continue;
      const after = walk(before, isAttributeKey ? key : key.child(name), depth);
      if (after === before || !Object.hasOwn(source, name)) continue;
      copy ??= { ...source };
      copy[name] = after;
    }
    return copy;
  };

  return {
    scrub: <T>(payload: T): T => {
      ancestors.length = 0;
      const scrubbed = walk(payload, root, 0) as T;
      return dryRun ? payload : scrubbed;
    },
    counts: marker.counts,
  };
}

/** Returns whether a text starts and ends like an object or a list. */
function isJsonContainer(text: string): boolean {
  const first = text.charAt(0);
  if (first !== '{' && first !== '[') return false;
  return text.length <= MAX_JSON_LENGTH && /[\]}]\s*$/.test(text.slice(-8));
}

function isPair(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}

const ATTRIBUTE_KEYS: readonly string[] = ['value', 'type', 'unit'];

/** Returns whether an object is an attribute of a streamed span or a log: `{ value, type }`. */
function isAttribute(source: JsonObject): boolean {
  return 'value' in source && Object.keys(source).every((name) => ATTRIBUTE_KEYS.includes(name));
}

/** Returns a value as `JSON.stringify` reads it: for a URL object its address. */
function asJson(value: object): unknown {
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return value;
    const { toJSON } = value as { toJSON?: unknown };
    return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
  } catch {
    return value;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Returns a copy of an object with getters that throw, as far as it can be read. */
function readableCopy(source: JsonObject): JsonObject {
  const copy: Record<string, unknown> = {};
  try {
    for (const name of Object.keys(source)) {
      copy[name] = undefined;
      try {
        copy[name] = source[name];
      } catch {
        /* Left as undefined. */
      }
    }
  } catch {
    /* A proxy without keys. */
  }
  return copy;
}
