/**
 * A policy that is observed: `report` of the policy of `@adit/policy/tunnel`, and `state` of its watch if its document is
 * followed.
 */
export interface ObservedPolicy {
  readonly report: () => {
    /** How many items each rule matched. */
    readonly counts: Readonly<Record<string, number>>;
    /** Why rules are there, by id, for those that say so. */
    readonly reasons: Readonly<Record<string, string>>;
    /** The rules that only count. */
    readonly dryRuns: readonly string[];
    /** The rules in effect that take something out. */
    readonly scrubs: readonly string[];
    /** The secrets that were found, and what becomes of them. */
    readonly secrets: {
      readonly effect: SecretsEffect;
      /** How many of each kind were found. */
      readonly counts: Readonly<Record<string, number>>;
    };
    /** The errors that came most often. */
    readonly top: readonly CostlyError[];
    /** Whether budgets drop anything. */
    readonly hasBudgets: boolean;
    /** A safe value for `budgets.perDay`; `undefined` before one is known. */
    readonly suggestedPerDay: number | undefined;
  };
  /** `recent` of a policy with the option `recent`: short accounts of the last hour, without secrets. Default: none are kept. */
  readonly recent?: (() => readonly unknown[]) | undefined;
  /** Default: no document is followed. */
  readonly state?: (() => DocumentState) | undefined;
}

/** The state of a followed document. Times are in milliseconds since the epoch. */
export interface DocumentState {
  readonly status: 'starting' | 'ok' | 'stale' | 'refused' | 'missing';
  /** Of the document in force; missing if none has been good yet. */
  readonly version?: string | undefined;
  readonly inForceSince?: number | undefined;
  /** The time when this state began. */
  readonly since: number;
  readonly lastCheckedAt?: number | undefined;
  /** One line. */
  readonly problem?: string | undefined;
}

/** An error and its cost. Times are in milliseconds since the epoch. */
export interface CostlyError {
  readonly fingerprint: string;
  /** Type and message. Untrusted text. */
  readonly title: string;
  /** The number of the project. */
  readonly project: string;
  /** Of the event that was seen last. Untrusted text. */
  readonly release: string;
  readonly seen: number;
  readonly passed: number;
  readonly dropped: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

/** The way to treat secrets: they are taken out, only counted, or not looked for. */
export type SecretsEffect = 'removed' | 'counted' | 'kept';

/** A kind of secrets and how many were found. */
export interface SecretCount {
  readonly id: string;
  readonly matched: number;
}

/** A rule and how many items it matched. */
export interface RuleCount {
  readonly id: string;
  readonly matched: number;
  /** Why it is there. Untrusted text. */
  readonly reason?: string | undefined;
  /** Whether it only counts. */
  readonly isDryRun: boolean;
}

/** A policy as one process knows it. Plain data, so that it can be sent to another process. */
export interface PolicyReading {
  /** `undefined` if no document is followed. */
  readonly document?: DocumentState | undefined;
  /** The rules that matched most, at most 50; also those that matched nothing. */
  readonly rules: readonly RuleCount[];
  /** The number of other rules. */
  readonly moreRules: number;
  /** The rules in effect that take something out, at most 50. */
  readonly scrubs: readonly string[];
  readonly secretsEffect: SecretsEffect;
  /** The kinds of secrets that were found most, at most 20. */
  readonly secrets: readonly SecretCount[];
  /** The number of other kinds that were found. */
  readonly moreSecrets: number;
  readonly hasBudgets: boolean;
  readonly suggestedPerDay?: number | undefined;
  /** At most ten. */
  readonly top: readonly CostlyError[];
}
