import type { CostlyError, ObservedPolicy, PolicyReading, RuleCount } from './policy-reading.ts';

/** The most rules and errors of a reading. */
export const MAX_RULES = 50;
export const MAX_ERRORS = 10;

/** The longest texts, in characters. */
const MAX_TITLE_CHARS = 200;
const MAX_PROBLEM_CHARS = 300;

/** Reads a policy once. */
export function readPolicy({ report, state }: ObservedPolicy): PolicyReading {
  const { counts, dryRuns, top, hasBudgets, suggestedPerDay } = report();
  const dry = new Set(dryRuns);
  const rules = Object.entries(counts)
    .filter(([, matched]) => matched > 0)
    .map(([id, matched]): RuleCount => ({ id, matched, isDryRun: dry.has(id) }));
  const document = state?.();
  return {
    document: document && { ...document, problem: document.problem?.slice(0, MAX_PROBLEM_CHARS) },
    ...mostMatched(rules),
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
  const sorted = [...rules].sort((one, other) => other.matched - one.matched);
  return { rules: sorted.slice(0, MAX_RULES), moreRules: Math.max(0, sorted.length - MAX_RULES) };
}

/** The errors that were seen most often. */
export const mostSeen = (errors: readonly CostlyError[]): readonly CostlyError[] =>
  [...errors].sort((one, other) => other.seen - one.seen).slice(0, MAX_ERRORS);
