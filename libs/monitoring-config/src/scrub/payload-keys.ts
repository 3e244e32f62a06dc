import { remember, type JudgeName, type NameVerdict } from './secret-names.ts';

/**
 * How a value is read: as a URL, the address of a script, a query, lines of source code, a set of names with values (`names`),
 * one of those values (`named`), a field of the user, part of a secret, prose (`text`), or not at all.
 */
type KeyKind = 'url' | 'code' | 'query' | 'source' | 'names' | 'named' | 'user' | 'secret' | 'text' | 'skip';

/** What a property's name says about its value. */
export interface ReadKey {
  readonly kind: KeyKind;
  readonly name: string;
  readonly verdict: NameVerdict;
  /** Whether a number is a secret too: a `pin` is, and a `token` is a count. */
  readonly hidesNumbers: boolean;
  /** Whether elements of a list are pairs of a name and a value. */
  readonly holdsPairs: boolean;
  /** Properties of the objects in this list that are not read. */
  readonly identifiers?: ReadonlySet<string> | undefined;
}

/** Reads names, and remembers them. */
export interface KeyReader {
  /** A property of an object or a variable. */
  readonly property: (name: string) => ReadKey;
  /** A property of the object that stands under `parent`. */
  readonly child: (parent: ReadKey, name: string) => ReadKey;
}

/** Keys of events, of span attributes (OpenTelemetry's names, old and new) and of headers. */
const KINDS: ReadonlyMap<string, KeyKind> = new Map<string, KeyKind>([
  ...['url', 'href', 'referer', 'referrer', 'url.full', 'url.path', 'http.url', 'http.target'].map(
    (key) => [key, 'url'] as const,
  ),
  ...['query_string', 'url.query', 'url.fragment', 'http.query', 'http.fragment'].map(
    (key) => [key, 'query'] as const,
  ),
  // Source maps are found by these, so both sides of the match are read the same way.
  ...['abs_path', 'filename', 'code_file'].map((key) => [key, 'code'] as const),
  ...['context_line', 'pre_context', 'post_context'].map((key) => [key, 'source'] as const),
  ...['headers', 'cookies', 'env'].map((key) => [key, 'names'] as const),
  // What the application told the SDK on purpose.
  ['user', 'user'],
  // What the SDK says about itself.
  ...['sdk', 'modules', 'sdkProcessingMetadata'].map((key) => [key, 'skip'] as const),
]);

/** Identifiers of code in stack frames, and the SDK's words in breadcrumbs: many, and none is anybody's. */
const IDENTIFIERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['frames', new Set(['function', 'module', 'platform'])],
  ['breadcrumbs', new Set(['type', 'level', 'category'])],
]);

/** Header attributes of spans: `http.request.header.authorization`. */
const HEADER_ATTRIBUTE = /^http\.(?:request|response)\.header\.(.*)$/s;
const URL_HEADERS: ReadonlySet<string> = new Set(['referer', 'referrer', 'origin', 'location']);

/** Part of a secret: `{ password: { value: '…' } }`. */
export const SECRET_KEY: ReadKey = {
  kind: 'secret',
  name: '',
  verdict: 'secret',
  hidesNumbers: true,
  holdsPairs: false,
};

const IDENTIFIER_KEY: ReadKey = {
  kind: 'skip',
  name: '',
  verdict: undefined,
  hidesNumbers: false,
  holdsPairs: false,
};

/** Creates a {@link KeyReader}. */
export function createKeyReader(judgeName: JudgeName): KeyReader {
  const property = remember((name) => {
    const header = HEADER_ATTRIBUTE.exec(name)?.[1];
    if (header !== undefined) return named(header);
    return readKey(KINDS.get(name) ?? 'text', name, judgeName(name, false));
  });
  const named = remember((name) =>
    readKey(URL_HEADERS.has(name.toLowerCase()) ? 'url' : 'named', name, judgeName(name, true)),
  );
  const userField = remember((name) => readKey('user', name, judgeName(name, false)));

  return {
    property,
    child: (parent, name) => {
      switch (parent.kind) {
        case 'names':
        case 'named':
        case 'query':
          return named(name);
        case 'user':
          return userField(name);
        case 'secret':
          return SECRET_KEY;
        default:
          if (parent.verdict === 'secret') return SECRET_KEY;
          return parent.identifiers?.has(name) === true ? IDENTIFIER_KEY : property(name);
      }
    },
  };
}

function readKey(kind: KeyKind, name: string, verdict: NameVerdict): ReadKey {
  return {
    kind,
    name,
    verdict,
    hidesNumbers: kind === 'named' || !/token/i.test(name),
    holdsPairs: kind === 'names' || kind === 'query' || name === 'tags',
    identifiers: IDENTIFIERS.get(name),
  };
}
