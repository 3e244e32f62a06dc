import type { CostlyError, DocumentState, RuleCount, SecretCount, SecretsEffect } from './policy-reading.ts';

/** The rules and budgets of all workers that run. */
export interface PolicyState {
  /** `null` if no document is followed: then the built-in rules hold. */
  readonly document: {
    /** The worst of all workers. */
    readonly status: DocumentState['status'];
    /** The version that was put in force last; `null` if none has been good yet. */
    readonly version: string | null;
    /** All versions that are in force. Workers may differ for some seconds. */
    readonly versions: readonly string[];
    readonly inForceSince: number | null;
    /** The time when this status began. */
    readonly since: number;
    readonly lastCheckedAt: number | null;
    readonly problem: string | null;
  } | null;
  /** The rules that matched most since the document is in force, at most 50; also those that matched nothing. */
  readonly rules: readonly RuleCount[];
  /** The number of other rules. */
  readonly moreRules: number;
  /** The rules in effect that take something out, at most 50. */
  readonly scrubs: readonly string[];
  readonly secretsEffect: SecretsEffect;
  /** The kinds of secrets that were found most since the document is in force, at most 20. */
  readonly secrets: readonly SecretCount[];
  /** The number of other kinds that were found. */
  readonly moreSecrets: number;
  /** Whether budgets drop anything. */
  readonly hasBudgets: boolean;
  /** A safe value for `budgets.perDay`; `null` before an hour with errors has ended. */
  readonly suggestedPerDay: number | null;
  /** The errors that came most often, at most ten. */
  readonly top: readonly CostlyError[];
}
