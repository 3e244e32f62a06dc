import type { Share } from './share.ts';
import type { ProjectTotals, Totals } from './totals.ts';

/** The answer of `/state`. Times are in milliseconds, dates in milliseconds since the epoch. */
export interface ServerState {
  /** The version of this format. A field that goes or changes its meaning makes it higher. */
  readonly format: 1;
  readonly at: number;
  readonly server: {
    /** `null` if it is not known. */
    readonly version: string | null;
    readonly node: string;
    readonly replica: string;
    /** Of the tunnel; `null` if it is not known. */
    readonly port: number | null;
    /** The most requests of an address, such as `60 in 1 min`; `null` without a limit. */
    readonly throttle: string | null;
    readonly startedAt: number;
    readonly settings: SettingNames;
  };
  readonly isReady: boolean;
  /** Envelopes that are lost; all should be 0. */
  readonly lost: {
    readonly total: number;
    readonly byReason: Readonly<Record<string, number>>;
    readonly lastAt: number | null;
    /** When the last run of losses began; a minute without a loss ends a run. */
    readonly since: number | null;
    readonly times: Times;
  };
  /** Of the last minute. What is lost, limited by Sentry or sent away by a server that stops is left out. */
  readonly refusals: Share & { readonly times: Times };
  /** When a part of the server failed last; `null` if none has. */
  readonly lastFaultAt: number | null;
  readonly counts: Omit<Totals, 'lost' | 'durations' | 'projects'>;
  readonly projects: readonly ProjectState[];
  /** `null` without a spool. */
  readonly spool: SpoolState | null;
  readonly rates: Rates;
  readonly workers: readonly WorkerState[];
  /** The last hour, the oldest point first; only in answers of `/state`. */
  readonly series?: Series;
}

/** How this server calls the settings that may be behind refusals. */
export interface SettingNames {
  readonly dsns: string;
  readonly origins: string;
  readonly throttle: string;
  readonly proxies: string;
}

/** When each reason was counted first and last. */
export type Times = Readonly<Record<string, { readonly firstAt: number; readonly lastAt: number }>>;

/** Numbers of the last hour, the oldest first. */
export interface Series {
  /** When the newest of them were read. */
  readonly at: number;
  readonly stepMs: number;
  readonly values: Readonly<Record<string, readonly number[]>>;
}

/** A project of the configured DSNs. */
export interface ProjectState extends ProjectTotals {
  /** Host and project, such as `o450.ingest.sentry.io/4509`. */
  readonly project: string;
  /** Whether its ingest is available, as far as the tunnel knows. */
  readonly isUp: boolean;
  /** `null` while it is available. */
  readonly downSince: number | null;
  /** Why it is unavailable, as far as its last outcomes say; `null` while it is available. */
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

/** The spools of all workers together. */
export interface SpoolState {
  readonly kind: string;
  readonly envelopes: number;
  readonly bytes: number;
  readonly maxBytes: number | null;
  /** From 0 to 1. */
  readonly fill: number | null;
  /** Until it is full, if it goes on as in the last minute; `null` if it does not grow. */
  readonly fullInMs: number | null;
  readonly oldestAgeMs: number | null;
  readonly maxAgeMs: number;
  readonly isOut: boolean;
  readonly isPaused: boolean;
  /** `null` while it is not. */
  readonly pausedSince: number | null;
  readonly isHealthy: boolean;
}

/** Over the last minute, or since the start. */
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
  /** Of requests of clients, and of those to ingest; `null` without any. */
  readonly serverP50Ms: number | null;
  readonly serverP99Ms: number | null;
  readonly ingestP50Ms: number | null;
  readonly ingestP99Ms: number | null;
}

/** A process that takes envelopes. */
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
