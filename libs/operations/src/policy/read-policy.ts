import type { CostlyError, ObservedPolicy, PolicyReading, RuleCount, SecretCount } from './policy-reading.ts';

/** The most rules, kinds of secrets and errors of a reading. */
export const MAX_RULES = 50;
export const MAX_SECRETS = 20;
export const MAX_ERRORS = 10;

/** The longest texts, in characters. */
const MAX_REASON_CHARS = 150;
const MAX_TITLE_CHARS = 200;
const MAX_PROBLEM_CHARS = 300;

/** Reads a policy once. */
export function readPolicy({ report, state }: ObservedPolicy): PolicyReading {
  const { counts, reasons, dryRuns, scrubs, secrets, top, hasBudgets, suggestedPerDay } = report();
  const dry = new Set(dryRuns);
  const rules = Object.entries(counts).map(([id, matched]): RuleCount => ({
    id,
    matched,
    reason: reasons[id]?.slice(0, MAX_REASON_CHARS),
    isDryRun: dry.has(id),
  }));
  const document = state?.();
  return {
    document: document && { ...document, problem: document.problem?.slice(0, MAX_PROBLEM_CHARS) },
    ...mostMatched(rules),
    scrubs: scrubs.slice(0, MAX_RULES),
    secretsEffect: secrets.effect,
    ...mostFound(Object.entries(secrets.counts).map(([id, matched]) => ({ id, matched }))),
    hasBudgets,
    suggestedPerDay,
    top: mostSeen(top).map((error) => ({
      ...error,
      title: error.title.slice(0, MAX_TITLE_CHARS),
      release: error.release.slice(0, MAX_TITLE_CHARS),
    })),
  };
}

/** The rules that matched most, and the number of the others. */
export function mostMatched(rules: readonly RuleCount[]): Pick<PolicyReading, 'rules' | 'moreRules'> {
  const [most, more] = largest(rules, MAX_RULES);
  return { rules: most, moreRules: more };
}

/** The kinds of secrets that were found most, and the number of the others. */
export function mostFound(secrets: readonly SecretCount[]): Pick<PolicyReading, 'secrets' | 'moreSecrets'> {
  const found = secrets.filter(({ matched }) => matched > 0);
  const [most, more] = largest(found, MAX_SECRETS);
  return { secrets: most, moreSecrets: more };
}

/** The largest counts, and the number of the others. */
function largest<Count extends SecretCount>(
  counts: readonly Count[],
  most: number,
): readonly [readonly Count[], number] {
  const sorted = [...counts].sort((one, other) => other.matched - one.matched);
  return [sorted.slice(0, most), Math.max(0, sorted.length - most)];
}

/** The errors that were seen most often. */
export const mostSeen = (errors: readonly CostlyError[]): readonly CostlyError[] =>
  [...errors].sort((one, other) => other.seen - one.seen).slice(0, MAX_ERRORS);
