import type { ScrubOptions } from '../scrub/scrub-settings.ts';

/** The noise, the secrets and the budgets of a team, as JSON. Each part may be left out: then its defaults hold. */
export interface PolicyDocument {
  /** The address of the format's schema, for editors. */
  readonly $schema?: string;
  /** The version of the format. */
  readonly version: 1;
  /** The built-in noise rules. */
  readonly noise?: NoisePart;
  /** The built-in names and forms of secrets; `false` to remove none. */
  readonly scrub?: ScrubOptions | false;
  /** A team's own rules, at most 5,000. Default none. */
  readonly rules?: readonly PolicyRule[];
  /** How many events may pass. Default: no limit. */
  readonly budgets?: BudgetSettings;
}

/** Settings of the built-in noise rules. */
export interface NoisePart {
  /** Ids of rules that are switched off. Default none. */
  readonly disabled?: readonly string[];
  /** Whether to count without dropping. Default `false`. */
  readonly dryRun?: boolean;
}

/** The kinds of items that rules read. */
export type SubjectKind = 'error' | 'transaction' | 'span' | 'log' | 'feedback' | 'replay';

/**
 * A pattern for a text, of 1 to 1,000 characters. `*` stands for any characters and letter case does not matter, as in Sentry's own
 * filters: the whole text must match. `/…/` and `/…/i` are regular expressions in RE2's syntax, which find a part of the text. Several
 * patterns: one of them, at most 64. The first 1,000 characters of a text are read. A text that is missing matches nothing, `*` neither.
 */
export type Pattern = string | readonly string[];

/** All given conditions must hold. */
export interface PolicyCondition {
  /** Default: every kind. */
  readonly kind?: SubjectKind | readonly SubjectKind[];
  /** The message of an error without its type, of a log or a feedback; the name of a transaction or span. */
  readonly message?: Pattern;
  /** The type of the captured exception, such as `TypeError`. */
  readonly exception?: Pattern;
  /** The address of the page or the request. */
  readonly url?: Pattern;
  readonly release?: Pattern;
  readonly environment?: Pattern;
  /** The name of the SDK, such as `sentry.javascript.nextjs`. */
  readonly sdk?: Pattern;
  /** The number of the project. */
  readonly project?: Pattern;
  /** Tags or attributes by name, at most 20. */
  readonly tag?: Readonly<Record<string, Pattern>>;
  /** Headers of the request that the event describes, by name in any letter case, at most 20. */
  readonly header?: Readonly<Record<string, Pattern>>;
}

interface RuleBase {
  /** Lower-case letters, digits and dashes, at most 64. Reports and pages show it. No other rule has it, and no built-in one. */
  readonly id: string;
  /** Why, in at most 200 characters, for those who read the document. */
  readonly reason?: string;
  /** `{}` matches everything; `drop` and `keep` need a condition. */
  readonly when: PolicyCondition;
  /** Whether to count without effect. Default `false`. */
  readonly dryRun?: boolean;
}

/** A rule of a team. The first of `drop`, `keep` and `sample` that matches decides; all of `group` and `scrub` that match apply. */
export type PolicyRule = RuleBase &
  (
    | {
        /** `keep` keeps what noise rules and budgets would drop; secrets are still removed. */
        readonly action: 'drop' | 'keep';
      }
    | {
        readonly action: 'sample';
        /** The share that is kept, 0 to 1. */
        readonly rate: number;
      }
    | {
        /** Errors alone. */
        readonly action: 'group';
        /** The fingerprint, of at most 20 parts. `{{ default }}` stands for Sentry's own. */
        readonly fingerprint: readonly string[];
      }
    | {
        readonly action: 'scrub';
        /** The place of the value, such as `extra.order.note` or `request.headers.*`; `*` stands for any one name or index. Letter case does not matter. Default: every text. */
        readonly path?: string;
        /** The part of a text that is replaced, as a regular expression with or without `/…/i`. Default: the whole value. One of the two is required. */
        readonly form?: string;
      }
  );

/** Limits for errors of a project. They hold for all replicas that share a store, and otherwise for each process. */
export interface BudgetSettings {
  /** Events of each fingerprint that pass in a day whatever else is spent, 0 to 1 000. Default 10. */
  readonly first?: number;
  /** Events of each fingerprint in a minute, the first ones included, 0 to 10 000. Default 10. */
  readonly perMinute?: number;
  /** Errors of a project in a day of UTC, at most 1 000 000 000. Default: no limit. */
  readonly perDay?: number;
  /** The share of `perDay` that one release may spend, 0 to 1. Default 1. */
  readonly releaseShare?: number;
  /**
   * One in so many dropped events of a fingerprint still passes, if none has passed for a minute. At most 1 000 000; 0 for none. Default
   * 100. Each event that passes has the number of events that it stands for as its weight.
   */
  readonly sampleOf?: number;
  /**
   * New fingerprints of a project in an hour, and four times as many in a day, at most 10 000. Those over it share one limit of
   * `perMinute`, and have no first events. Default 500.
   */
  readonly newPerHour?: number;
  /** Whether to count without dropping. Default `false`. */
  readonly dryRun?: boolean;
}
