import { childAt, createRootKey, type PayloadKey } from './payload-keys.ts';
import {
  asJson,
  isAttribute,
  isJsonContainer,
  isObject,
  isPair,
  readableCopy,
  wellFormed,
  type JsonObject,
} from './read-payload.ts';
import type { ScrubOptions } from './scrub-settings.ts';
import { createTextScrubber, type TextScrubber } from './scrub-text.ts';
import { createSecretMarker, FILTERED, type SecretMarker } from './secret-marker.ts';
import { createNameJudge, type JudgeName } from './secret-names.ts';
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

/** The SDK's text for a circular reference. */
const CIRCULAR = '[Circular ~]';

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
  const { isActive } = marker;
  const judgeName: JudgeName = isActive('name') ? createNameJudge(parameters, allowed) : () => undefined;
  const allowedNames = new Set(allowed.map((name) => name.toLowerCase()));
  const urls = createUrlScrubber({ judgeName, allowedNames, marker });
  const root = createRootKey(judgeName);
  const scrubText = createTextScrubber({ marker, judgeName, urls, hasEmails: isActive('email') });
  const walk = createWalk(root, marker, scrubText);
  return {
    scrub: <T>(payload: T): T => {
      const scrubbed = walk(payload) as T;
      return dryRun ? payload : scrubbed;
    },
    counts: marker.counts,
  };
}

/**
 * Returns a function that scrubs a whole payload. Its parts are closures, because each event has hundreds of values and the
 * same parts over an explicit context took a tenth longer.
 */
function createWalk(
  root: PayloadKey,
  { mark }: SecretMarker,
  scrubText: TextScrubber,
): (payload: unknown) => unknown {
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

  const walk = (value: unknown, key: PayloadKey, depth: number): unknown => {
    if (typeof value === 'string')
      return value === '' ? value : scrubText(wellFormed(value), key, depth, json);
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
    let place = -1;
    // Faster than `Object.keys`. Inherited properties are not sent, so they do not change.
    for (const name in source) {
      place += 1;
      const before = source[name];
      if (typeof before !== 'string' && typeof before !== 'object' && typeof before !== 'number') continue;
      const child = childAt(key, name, place);
      const isOfAttribute = child.mayBeOfAttribute && isAttribute(source);
      if (isOfAttribute && name !== 'value') continue;
      const after = walk(before, isOfAttribute ? key : child, depth);
      if (after === before || !Object.hasOwn(source, name)) continue;
      copy ??= { ...source };
      copy[name] = after;
    }
    return copy;
  };

  return (payload) => {
    ancestors.length = 0;
    return walk(payload, root, 0);
  };
}
