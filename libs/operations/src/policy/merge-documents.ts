import type { DocumentState } from './policy-reading.ts';
import type { PolicyState } from './policy-state.ts';

/** How bad a status is, from the best. */
const SEVERITY: readonly DocumentState['status'][] = ['ok', 'starting', 'missing', 'stale', 'refused'];

/** Combines the states of a document in several processes: the worst, with the versions that are in force. */
export function mergeDocuments(states: readonly DocumentState[]): PolicyState['document'] {
  const severityOf = ({ status }: DocumentState): number => SEVERITY.indexOf(status);
  const worst = Math.max(...states.map(severityOf));
  const [first, ...others] = states.filter((state) => severityOf(state) === worst);
  if (first === undefined) return null;
  const newest = [...states].sort(
    (one, other) => (other.inForceSince ?? 0) - (one.inForceSince ?? 0),
  )[0] as DocumentState;
  return {
    status: first.status,
    version: newest.version ?? null,
    versions: [...new Set(states.flatMap(({ version }) => version ?? []))],
    inForceSince: newest.inForceSince ?? null,
    since: Math.min(first.since, ...others.map(({ since }) => since)),
    lastCheckedAt: Math.max(0, ...states.map(({ lastCheckedAt }) => lastCheckedAt ?? 0)) || null,
    problem: first.problem ?? null,
  };
}
