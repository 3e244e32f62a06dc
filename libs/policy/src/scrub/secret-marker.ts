import { SECRET_FORMS } from './secret-forms.ts';

/** The replacement for a secret. The SDK and Relay use the same text. */
export const FILTERED = '[Filtered]';

/** Kinds of secrets besides {@link SECRET_FORMS}. */
const OTHER_KINDS = [
  // The value of a name such as `password`.
  'name',
  // User name and password in front of a URL's host.
  'url-credentials',
  // A long random value in a URL.
  'opaque-value',
  'email',
];

/** Every kind of secret, for `disabled` and for counts. */
export const SECRET_KINDS: readonly string[] = [...OTHER_KINDS, ...SECRET_FORMS.map(({ id }) => id)];

/** Counts the secrets of active kinds. */
export interface SecretMarker {
  readonly isActive: (kind: string) => boolean;
  /** Counts a secret and returns {@link FILTERED}. */
  readonly mark: (kind: string) => string;
  /** Returns how many secrets were found. */
  readonly found: () => number;
  /** Returns how many secrets of each active kind were found. */
  readonly counts: () => Readonly<Record<string, number>>;
}

/** Creates a {@link SecretMarker} without the kinds in `disabled`. */
export function createSecretMarker(disabled: readonly string[]): SecretMarker {
  const counts = new Map(SECRET_KINDS.filter((kind) => !disabled.includes(kind)).map((kind) => [kind, 0]));
  let found = 0;
  return {
    isActive: (kind) => counts.has(kind),
    found: () => found,
    mark: (kind) => {
      found += 1;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return FILTERED;
    },
    counts: () => Object.fromEntries(counts),
  };
}
