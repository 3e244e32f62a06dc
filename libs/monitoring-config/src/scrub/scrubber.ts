import { readProperty } from '../noise/error-facts.ts';
import { createUrlScrubber, type ScrubOptions, type UrlScrubber } from './url-scrubber.ts';

/** Takes secrets out of the URLs that events, spans and logs carry. */
export interface Scrubber {
  /**
   * The payload without secrets: the same object when it holds none, else a copy of the parts that changed. What is passed in is
   * never written to. Cycles, getters that throw and objects of other classes are left as they are.
   */
  readonly scrub: <T>(payload: T) => T;
}

/** How what is under a key is read: as text of one sort, as names with values (`names`), or as one of those values (`named`). */
type KeyKind = 'url' | 'code' | 'query' | 'names' | 'named' | 'skip';

/** Keys of events, of span attributes (OpenTelemetry's names, old and new) and of headers. Any other text is prose. */
const KEY_KINDS: Readonly<Record<string, KeyKind>> = {
  url: 'url',
  href: 'url',
  referer: 'url',
  referrer: 'url',
  'url.full': 'url',
  'url.path': 'url',
  'http.url': 'url',
  'http.target': 'url',
  'url.query': 'query',
  'url.fragment': 'query',
  'http.query': 'query',
  'http.fragment': 'query',
  query_string: 'query',
  // Source maps are found by these, so both sides of the match are read the same way.
  abs_path: 'code',
  filename: 'code',
  code_file: 'code',
  headers: 'names',
  cookies: 'names',
  // Told to the SDK on purpose.
  user: 'skip',
  // Lines of source code.
  context_line: 'skip',
  pre_context: 'skip',
  post_context: 'skip',
  // What the SDK says about itself.
  sdk: 'skip',
  modules: 'skip',
  sdkProcessingMetadata: 'skip',
};

/** Header attributes of spans: `http.request.header.authorization`. */
const HEADER_ATTRIBUTE = /^http\.(?:request|response)\.header\.(.*)$/s;
const URL_HEADERS: ReadonlySet<string> = new Set(['referer', 'referrer', 'origin', 'location']);

/** Levels that are looked at; the SDK sends fewer than half as many. */
const MAX_DEPTH = 20;

/** How the SDK writes a reference back to an object that contains it. */
const CIRCULAR = '[Circular ~]';

/** Creates a {@link Scrubber}. */
export function createScrubber(options: ScrubOptions = {}): Scrubber {
  const urls = createUrlScrubber(options);
  return {
    scrub: <T>(payload: T): T => {
      // What became of each object: it ends cycles, and looks at parts that are shared once.
      const seen = new WeakMap<object, unknown>();

      const walk = (value: unknown, key: string, kind: KeyKind | undefined, depth: number): unknown => {
        if (typeof value === 'string') return scrubString(urls, key, kind, value);
        if (kind === 'skip' || depth > MAX_DEPTH || !isPlain(value)) return value;
        if (seen.has(value)) return seen.get(value);
        seen.set(value, CIRCULAR);
        const result = rewrite(value, (child, name) => {
          if (Array.isArray(value)) return walkElement(child, key, kind, depth + 1);
          if (isAttribute(value)) return name === 'value' ? walk(child, key, kind, depth + 1) : child;
          return walk(child, name, holdsNames(kind) ? 'named' : keyKind(name), depth + 1);
        });
        seen.set(value, result);
        return result;
      };

      /** An element is read as its list is; a pair in a list of names and values by its own name. */
      const walkElement = (child: unknown, key: string, kind: KeyKind | undefined, depth: number): unknown =>
        (kind === 'names' || kind === 'query') && isPair(child)
          ? rewrite(child, (part, index) => (index === '1' ? walk(part, child[0], 'named', depth) : part))
          : walk(child, key, kind, depth);

      return walk(payload, '', undefined, 0) as T;
    },
  };
}

function scrubString(urls: UrlScrubber, key: string, kind: KeyKind | undefined, text: string): string {
  switch (kind) {
    case 'skip':
      return text;
    case 'url':
    case 'code':
    case 'query':
      return urls[kind](text);
    case 'names':
    case 'named':
      return URL_HEADERS.has(key.toLowerCase()) ? urls.url(text) : urls.named(key, text);
    case undefined: {
      const header = HEADER_ATTRIBUTE.exec(key)?.[1];
      return header === undefined ? urls.text(text) : scrubString(urls, header, 'named', text);
    }
  }
}

function keyKind(name: string): KeyKind | undefined {
  return Object.hasOwn(KEY_KINDS, name) ? KEY_KINDS[name] : undefined;
}

function holdsNames(kind: KeyKind | undefined): boolean {
  return kind === 'names' || kind === 'named' || kind === 'query';
}

function isPair(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}

/** Streamed spans and logs write an attribute as `{ value, type }`. */
function isAttribute(value: object): boolean {
  const keys = Object.keys(value);
  return keys.length <= 3 && keys.includes('value') && keys.every((key) => ATTRIBUTE_KEYS.has(key));
}

const ATTRIBUTE_KEYS: ReadonlySet<string> = new Set(['value', 'type', 'unit']);

/** Objects without a class and lists, of this realm or another. A proxy may refuse to tell. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  try {
    if (Array.isArray(value)) return true;
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || Object.getPrototypeOf(prototype) === null;
  } catch {
    return false;
  }
}

/** The container with each value replaced, or itself when none changed. */
function rewrite(container: object, change: (value: unknown, key: string) => unknown): object {
  const keys = ownKeys(container);
  const before = keys.map((key) => readProperty(container, key));
  const after = before.map((value, index) => change(value, keys[index] ?? ''));
  if (after.every((value, index) => Object.is(value, before[index]))) return container;
  return Array.isArray(container) ? after : Object.fromEntries(keys.map((key, index) => [key, after[index]]));
}

function ownKeys(container: object): readonly string[] {
  try {
    return Object.keys(container);
  } catch {
    return [];
  }
}
