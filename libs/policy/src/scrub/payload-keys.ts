import { ATTRIBUTE_KEYS } from './read-payload.ts';
import { remember, type JudgeName, type NameVerdict } from './secret-names.ts';

/**
 * How a value is read: as a URL, the address of a script, a query, lines of source code, a set of names with values (`names`),
 * one of those values (`named`), a field of the user, part of a secret, prose (`text`), or not at all.
 */
type KeyKind = 'url' | 'code' | 'query' | 'source' | 'names' | 'named' | 'user' | 'secret' | 'text' | 'skip';

/** How to read the value of a property, by the property's name and place. */
export interface PayloadKey {
  readonly kind: KeyKind;
  readonly name: string;
  readonly verdict: NameVerdict;
  /** Whether a number is a secret too: it is for `pin`, but not for `token`, which can be a count. */
  readonly hidesNumbers: boolean;
  /** Whether elements of a list are pairs of a name and a value. */
  readonly holdsPairs: boolean;
  /** Whether the property may be one of an attribute, by its name. */
  readonly mayBeOfAttribute: boolean;
  /** The key of a property of this value. */
  readonly child: (name: string) => PayloadKey;
  /** The properties that were at each place of such a value last, and their keys: most of its values have the same ones. */
  readonly last: { readonly names: string[]; readonly keys: PayloadKey[] };
}

/** The places that are remembered, and the longest names, in characters. */
const MAX_PLACES = 24;
const MAX_NAME_LENGTH = 32;

/** Returns the key of the property at a place of an object. */
export function childAt({ last, child }: PayloadKey, name: string, place: number): PayloadKey {
  const known = last.keys[place];
  if (known !== undefined && last.names[place] === name) return known;
  const key = child(name);
  if (place < MAX_PLACES && name.length <= MAX_NAME_LENGTH) {
    last.names[place] = name;
    last.keys[place] = key;
  }
  return key;
}

/** Keys of events, of span attributes (OpenTelemetry's names, old and new) and of headers. */
const KINDS: ReadonlyMap<string, KeyKind> = new Map<string, KeyKind>(
  Object.entries({
    url: 'url href referer referrer url.full url.path http.url http.target',
    query: 'query_string url.query url.fragment http.query http.fragment',
    // Source maps are found by these addresses, so the addresses of scripts and frames must change in the same way.
    code: 'abs_path filename code_file',
    source: 'context_line pre_context post_context',
    names: 'headers cookies env',
    // The application gives these fields to the SDK on purpose.
    user: 'user',
    // The SDK describes itself.
    skip: 'sdk modules sdkProcessingMetadata',
  } satisfies Partial<Record<KeyKind, string>>).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as KeyKind] as const),
  ),
);

/** Identifiers of code in stack frames, and the SDK's own words in breadcrumbs. There are many, and none is a secret. */
const IDENTIFIERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['frames', ['function', 'module', 'platform']],
  ['breadcrumbs', ['type', 'level', 'category']],
]);

/** Header attributes of spans: `http.request.header.authorization`. */
const HEADER_ATTRIBUTE = /^http\.(?:request|response)\.header\.(.*)$/s;
const URL_HEADERS: ReadonlySet<string> = new Set(['referer', 'referrer', 'origin', 'location']);

const SECRET_KEY: PayloadKey = {
  kind: 'secret',
  name: '',
  verdict: 'secret',
  hidesNumbers: true,
  holdsPairs: false,
  // Its children have no names.
  mayBeOfAttribute: true,
  child: () => SECRET_KEY,
  last: { names: [], keys: [] },
};

/** Returns the key of a whole payload. The keys of its properties follow from it; each is computed once. */
export function createRootKey(judgeName: JudgeName): PayloadKey {
  const createKey = (kind: KeyKind, name: string, verdict: NameVerdict): PayloadKey => ({
    kind,
    name,
    verdict,
    hidesNumbers: kind === 'named' || !/token/i.test(name),
    mayBeOfAttribute: ATTRIBUTE_KEYS.has(name),
    holdsPairs: kind === 'names' || kind === 'query' || name === 'tags',
    child: childReader(kind, name, verdict),
    last: { names: [], keys: [] },
  });

  const childReader = (kind: KeyKind, name: string, verdict: NameVerdict): PayloadKey['child'] => {
    if (kind === 'names' || kind === 'named' || kind === 'query') return named;
    if (kind === 'user') return userField;
    // Every part of a secret is one: `{ password: { value: '…' } }`.
    if (verdict === 'secret') return SECRET_KEY.child;
    const identifiers = IDENTIFIERS.get(name);
    if (identifiers === undefined) return property;
    return remember((child) =>
      identifiers.includes(child) ? createKey('skip', child, undefined) : property(child),
    );
  };

  const property = remember((name): PayloadKey => {
    const header = HEADER_ATTRIBUTE.exec(name)?.[1];
    return header === undefined
      ? createKey(KINDS.get(name) ?? 'text', name, judgeName(name, false))
      : named(header);
  });
  const named = remember((name): PayloadKey =>
    createKey(URL_HEADERS.has(name.toLowerCase()) ? 'url' : 'named', name, judgeName(name, true)),
  );
  const userField = remember((name): PayloadKey => createKey('user', name, judgeName(name, false)));

  return property('');
}
