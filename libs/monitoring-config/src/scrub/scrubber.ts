import { hasLongRun, mayHoldForms, replaceForms } from './find-secrets.ts';
import { createRootKey, type PayloadKey } from './payload-keys.ts';
import { replaceNamedPairs } from './named-pairs.ts';
import type { ScrubOptions } from './scrub-settings.ts';
import { createSecretMarker, FILTERED } from './secret-marker.ts';
import { createNameJudge, isHarmless, type JudgeName } from './secret-names.ts';
import { replaceEmails } from './secret-values.ts';
import { createUrlScrubber } from './url-scrubber.ts';

/** Takes secrets out of events, spans and logs, and counts them. */
export interface Scrubber {
  /**
   * The payload without secrets: the same object if it holds none or in a dry run, else a copy of the parts that changed. It
   * never writes to the payload. Objects with a class are read as `JSON.stringify` reads them.
   */
  readonly scrub: <T>(payload: T) => T;
  /** How many secrets of each kind in force were found, dry run included. */
  readonly counts: () => Readonly<Record<string, number>>;
}

/** Levels of objects that are looked at; deeper ones are replaced. The SDK sends fewer than half as many. */
const MAX_DEPTH = 20;

/** Shortest prose that may hold a secret, in characters: `pin=1`. */
const MIN_PROSE_LENGTH = 5;

/** Longest text that is parsed as JSON, in characters. In a longer one, pairs of a name and a value are looked for. */
const MAX_JSON_LENGTH = 262_144;

/** The SDK's text for a reference back to an object that contains it. */
const CIRCULAR = '[Circular ~]';

/** A character that each of the following has. Most prose has none. */
const ANY_MARK = /[@=:?#;%]/;

/** A URL with a secret, in prose. */
const URL_IN_PROSE = /[?#;][^\s"'`<>?#;=]*=|:\/\/[^\s/]*@|%40/;

/** Text of a URL that holds more than a path of short segments. */
const MAY_HOLD_PARAMETERS = /[?#@;%]/;

/** A form's fields, encoded: `a=1&b=2`. */
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

  /** Ends cycles. An object that is shared is looked at wherever it stands, as it is sent. */
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

/** Whether a text begins and ends as an object or a list. */
function isJsonContainer(text: string): boolean {
  const first = text.charAt(0);
  if (first !== '{' && first !== '[') return false;
  return text.length <= MAX_JSON_LENGTH && /[\]}]\s*$/.test(text.slice(-8));
}

function isPair(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}

const ATTRIBUTE_KEYS: readonly string[] = ['value', 'type', 'unit'];

/** Streamed spans and logs write an attribute as `{ value, type }`. */
function isAttribute(source: JsonObject): boolean {
  return 'value' in source && Object.keys(source).every((name) => ATTRIBUTE_KEYS.includes(name));
}

/** A value as `JSON.stringify` reads it: a URL object is its address. */
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

/** What can be read of an object with getters that throw. */
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
