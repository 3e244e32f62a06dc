import { mergeDocuments } from './merge-documents.ts';
import type { CostlyError, PolicyReading, RuleCount } from './policy-reading.ts';
import type { PolicyState } from './policy-state.ts';
import { mostMatched, mostSeen } from './read-policy.ts';

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
