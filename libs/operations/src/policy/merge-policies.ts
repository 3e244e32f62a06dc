import type { PolicyState } from '../server-state.ts';
import {
  mostMatched,
  mostSeen,
  type CostlyError,
  type DocumentState,
  type PolicyReading,
  type RuleCount,
} from './policy-reading.ts';

/** How bad a status is, from the best. */
const SEVERITY: readonly DocumentState['status'][] = ['ok', 'starting', 'missing', 'stale', 'refused'];

/** Combines the readings of the processes of a server; `null` if none has a policy. */
export function mergePolicies(readings: readonly PolicyReading[]): PolicyState | null {
  if (readings.length === 0) return null;
  const proposals = readings.flatMap(({ suggestedPerDay }) => suggestedPerDay ?? []);
  const unlisted = Math.max(...readings.map(({ moreRules }) => moreRules));
  const { rules, moreRules } = mostMatched(addUpRules(readings));
  return {
    document: mergeDocuments(readings.flatMap(({ document }) => document ?? [])),
    rules,
    // Each process leaves out rules that others may have listed, so this is the least number.
    moreRules: Math.max(moreRules, unlisted),
    hasBudgets: readings.some(({ hasBudgets }) => hasBudgets),
    // Each process knows the total of all if they share counts, and has the budget for itself if not.
    suggestedPerDay: proposals.length === 0 ? null : Math.max(...proposals),
    top: mostSeen(addUpErrors(readings)),
  };
}

/** The worst state, with the versions that are in force. */
function mergeDocuments(states: readonly DocumentState[]): PolicyState['document'] {
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

function addUpRules(readings: readonly PolicyReading[]): readonly RuleCount[] {
  const byId = new Map<string, RuleCount>();
  for (const rule of readings.flatMap(({ rules }) => rules)) {
    const before = byId.get(rule.id);
    byId.set(rule.id, before === undefined ? rule : { ...before, matched: before.matched + rule.matched });
  }
  return [...byId.values()];
}

function addUpErrors(readings: readonly PolicyReading[]): readonly CostlyError[] {
  const byError = new Map<string, CostlyError>();
  for (const error of readings.flatMap(({ top }) => top)) {
    const key = `${error.project} ${error.fingerprint}`;
    const before = byError.get(key);
    byError.set(key, before === undefined ? error : addUpError(before, error));
  }
  return [...byError.values()];
}

const addUpError = (one: CostlyError, other: CostlyError): CostlyError => ({
  ...(one.lastSeenAt > other.lastSeenAt ? one : other),
  seen: one.seen + other.seen,
  passed: one.passed + other.passed,
  dropped: one.dropped + other.dropped,
  firstSeenAt: Math.min(one.firstSeenAt, other.firstSeenAt),
});
