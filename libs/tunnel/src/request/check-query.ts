import { compareQuery } from '../protocol/query.ts';
import type { Destination } from './destinations.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';

/** Refuses a query whose `o`, `p` or `r` is malformed or names another project than the envelope does. */
export function checkQuery(search: string, { dsn, usualQueries }: Destination): Refusal | undefined {
  if (usualQueries.has(search)) return undefined;
  const verdict = compareQuery(search, dsn);
  if (verdict === 'agrees') return undefined;
  return refusal(verdict === 'malformed' ? 'query-malformed' : 'query-disagrees');
}
