import { mergeDocuments } from './merge-documents.ts';
import type { CostlyError, PolicyReading, SecretCount, SecretsEffect } from './policy-reading.ts';
import type { PolicyState } from './policy-state.ts';
import { MAX_RULES, mostFound, mostMatched, mostSeen } from './read-policy.ts';

/** The ways to treat secrets, from the worst. */
const EFFECTS: readonly SecretsEffect[] = ['kept', 'counted', 'removed'];

/** Combines the readings of the processes of a server; `null` if none has a policy. */
export function mergePolicies(readings: readonly PolicyReading[]): PolicyState | null {
  if (readings.length === 0) return null;
  const proposals = readings.flatMap(({ suggestedPerDay }) => suggestedPerDay ?? []);
  const unlisted = Math.max(...readings.map(({ moreRules }) => moreRules));
  const unlistedSecrets = Math.max(...readings.map(({ moreSecrets }) => moreSecrets));
  const { rules, moreRules } = mostMatched(addUp(readings.flatMap((reading) => reading.rules)));
  const { secrets, moreSecrets } = mostFound(addUp(readings.flatMap((reading) => reading.secrets)));
  return {
    document: mergeDocuments(readings.flatMap(({ document }) => document ?? [])),
    rules,
    // Each process leaves out rules that others may have listed, so this is the least number.
    moreRules: Math.max(moreRules, unlisted),
    scrubs: [...new Set(readings.flatMap(({ scrubs }) => scrubs))].slice(0, MAX_RULES),
    secretsEffect:
      EFFECTS.find((effect) => readings.some(({ secretsEffect }) => secretsEffect === effect)) ?? 'removed',
    secrets,
    moreSecrets: Math.max(moreSecrets, unlistedSecrets),
    hasBudgets: readings.some(({ hasBudgets }) => hasBudgets),
    // Each process knows the total of all if they share counts, and has the budget for itself if not.
    suggestedPerDay: proposals.length === 0 ? null : Math.max(...proposals),
    top: mostSeen(addUpErrors(readings)),
  };
}

function addUp<Count extends SecretCount>(counts: readonly Count[]): readonly Count[] {
  const byId = new Map<string, Count>();
  for (const count of counts) {
    const before = byId.get(count.id);
    byId.set(count.id, before === undefined ? count : { ...before, matched: before.matched + count.matched });
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
