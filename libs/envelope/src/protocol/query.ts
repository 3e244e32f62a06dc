import type { Dsn } from './dsn.ts';

/** The result of comparing the query's `o`, `p` and `r` with the DSN. */
export type QueryVerdict = 'agrees' | 'malformed' | 'disagrees';

interface RouteParameter {
  readonly name: string;
  readonly grammar: RegExp;
  readonly agrees: (value: string, dsn: Dsn) => boolean;
}

/** The region of a `sentry.io` ingest host that names none. */
const DEFAULT_REGION = 'us';

// The rewrite of @sentry/nextjs matches `\d*`, also the empty text. Before 7.77.0 it matched `.*`, so a client could choose
// the host (CVE-2023-46729).
const PARAMETERS: readonly RouteParameter[] = [
  { name: 'o', grammar: /^\d+$/, agrees: (value, { organizationId }) => value === organizationId },
  { name: 'p', grammar: /^\d+$/, agrees: (value, { projectId }) => value === projectId },
  { name: 'r', grammar: /^[a-z]{2}$/, agrees: (value, { region = DEFAULT_REGION }) => value === region },
];

/** The queries that SDKs write for a DSN, and the empty one. For these {@link compareQuery} returns `agrees`. */
export function routeQueries({ organizationId, projectId, region }: Dsn): ReadonlySet<string> {
  const query = `o=${organizationId}&p=${projectId}`;
  return new Set(['', query, `${query}&r=${region ?? DEFAULT_REGION}`]);
}

/**
 * Compares `o` (organization), `p` (project) and `r` (region) with the DSN. Each may appear once or be absent. Other
 * parameters are ignored.
 * @param search the query string, without or with its question mark
 */
export function compareQuery(search: string, dsn: Dsn): QueryVerdict {
  const query = new URLSearchParams(search);
  let verdict: QueryVerdict = 'agrees';
  for (const { name, grammar, agrees } of PARAMETERS) {
    const [value, ...repeated] = query.getAll(name);
    if (value === undefined) continue;
    if (repeated.length > 0 || !grammar.test(value)) return 'malformed';
    if (!agrees(value, dsn)) verdict = 'disagrees';
  }
  return verdict;
}
