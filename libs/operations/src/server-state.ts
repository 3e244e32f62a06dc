import type { Ledger } from '@adit/tunnel';
import type { PolicyState } from './policy/policy-state.ts';
import type { RecordedState } from './recorded.ts';
import type { Counts, ErrorCounts, requestsByFate, Share } from './counts.ts';

/** The answer of `/state`. Times are in milliseconds, dates in milliseconds since the epoch. */
export interface ServerState {
  /** The version of this format. It is increased when a field is removed or changes its meaning. */
  readonly format: 1;
  readonly at: number;
  readonly server: {
    /** `null` if unknown. */
    readonly version: string | null;
    readonly node: string;
    readonly replica: string;
    /** The port of the tunnel; `null` if unknown. */
    readonly port: number | null;
    /** The most requests of an address, such as `60 in 1 min`; `null` without a limit. */
    readonly throttle: string | null;
    readonly startedAt: number;
    readonly settings: SettingNames;
  };
  readonly isReady: boolean;
  /** Lost envelopes; all counts should be 0. */
  readonly lost: {
    readonly total: number;
    readonly byReason: Readonly<Record<string, number>>;
    readonly lastAt: number | null;
    /** The time when the last run of losses began; a minute without a loss ends a run. */
    readonly since: number | null;
    readonly times: Times;
  };
  /** Refusals of the last minute. Losses, limits of Sentry and refusals of a stopping server are excluded. */
  readonly refusals: Share & { readonly times: Times };
  /** The time of the last failure of a part of the server; `null` if there was none. */
  readonly lastFaultAt: number | null;
  readonly counts: StateCounts;
  /** `null` if no page has reported. */
  readonly recorded: RecordedState | null;
  readonly projects: readonly ProjectState[];
  /** `null` without a spool. */
  readonly spool: SpoolState | null;
  /** The rules and budgets; `null` without a policy. */
  readonly policy: PolicyState | null;
  readonly rates: Rates;
  readonly workers: readonly WorkerState[];
  /** The last hour, oldest point first; only in answers of `/state`. */
  readonly series?: Series;
}

/** Counts since the server started, including workers that have ended. */
export interface StateCounts extends Pick<
  Counts,
  | 'refused'
  | 'redelivered'
  | 'givenUp'
  | 'discarded'
  | 'clientDiscarded'
  | 'receivedBytes'
  | 'forwardedBytes'
  | 'faults'
  | 'skippedOutcomes'
> {
  readonly requests: ReturnType<typeof requestsByFate>;
  readonly ingestErrors: ErrorCounts;
}

/** The server's names of the settings that may be behind refusals. */
export interface SettingNames {
  readonly dsns: string;
  readonly origins: string;
  readonly throttle: string;
  readonly proxies: string;
}

/** The first and last time that each reason was counted. */
export type Times = Readonly<Record<string, { readonly firstAt: number; readonly lastAt: number }>>;

/** Numbers of the last hour, oldest first. */
export interface Series {
  /** The time of the newest values. */
  readonly at: number;
  readonly stepMs: number;
  readonly values: Readonly<Record<string, readonly number[]>>;
}

type ProjectCounts = Ledger['projects'][string];

/** A project of the configured DSNs. */
export interface ProjectState extends ProjectCounts {
  /** Host and project, such as `o450.ingest.sentry.io/4509`. */
  readonly project: string;
  /** Whether its ingest is available, as far as the tunnel knows. */
  readonly isUp: boolean;
  /** `null` while it is available. */
  readonly downSince: number | null;
  /** The reason why it is unavailable, according to its last outcomes; `null` while it is available. */
  readonly downCause: string | null;
  /** The envelopes of the last minute that ingest answered with an error. */
  readonly rejections: Share;
  readonly limits: readonly {
    readonly category: string;
    readonly reason: string;
    readonly endsAt: number;
    readonly remainingMs: number;
  }[];
}

/** The combined spools of all workers. */
export interface SpoolState {
  readonly kind: string;
  readonly envelopes: number;
  readonly bytes: number;
  readonly maxBytes: number | null;
  /** From 0 to 1. */
  readonly fill: number | null;
  /** The time until it is full at the rate of the last minute; `null` if it does not grow. */
  readonly fullInMs: number | null;
  readonly oldestAgeMs: number | null;
  readonly maxAgeMs: number;
  readonly isOut: boolean;
  readonly isPaused: boolean;
  /** Stored envelopes that this server delivered a second, in the last half minute. */
  readonly deliveredPerS: number;
  /**
   * The time until it is empty at the pace of the last half minute, in milliseconds; `null` while it does not shrink, ingest
   * is unavailable, or the delivery is paused.
   */
  readonly emptyInMs: number | null;
  /** `null` while it is not paused. */
  readonly pausedSince: number | null;
  readonly isHealthy: boolean;
}

/** Rates over the last minute, or since the start. */
export interface Rates {
  readonly windowMs: number;
  readonly requestsPerS: number;
  readonly forwardedPerS: number;
  readonly refusedPerS: number;
  readonly spooledPerS: number;
  readonly redeliveredPerS: number;
  readonly lostPerS: number;
  /** Forwards that ingest answered with an error other than a rate limit. */
  readonly ingestErrorsPerS: number;
  readonly receivedBytesPerS: number;
  /** For requests of clients, and for those to ingest; `null` without any. */
  readonly serverP50Ms: number | null;
  readonly serverP99Ms: number | null;
  readonly ingestP50Ms: number | null;
  readonly ingestP99Ms: number | null;
}

/** A process that accepts envelopes. */
export interface WorkerState {
  readonly worker: number;
  readonly pid: number;
  /** How often it was replaced by another process. */
  readonly restarts: number;
  /** Whether it answered in the last second. */
  readonly isAnswering: boolean;
  readonly inFlight: number;
  readonly cpuShare: number;
  readonly memoryBytes: number;
  readonly loopDelayP99Ms: number;
}
