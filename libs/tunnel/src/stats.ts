import { mergeRateLimits, type RateLimits } from '@adit/envelope';
import type { SpoolDepth } from '@adit/spool';
import {
  createLedger,
  mergeLedgers,
  NO_PROJECT_COUNTS,
  type Ledger,
  type ProjectCounts,
} from './ledger/ledger.ts';
import { limitsInForce } from './limits/known-limits.ts';
import type { TunnelContext } from './tunnel-context.ts';

/** Counts since a tunnel was created, and its current state. */
export interface TunnelStats extends Ledger {
  /** Counts and state of each project of the configured DSNs, by host and project such as `o450.ingest.sentry.io/4509`. */
  readonly projects: Readonly<Record<string, ProjectStats>>;
  /** The stored envelopes, and whether an outage of ingest is known; `undefined` without a spool. */
  readonly spool: SpoolStats | undefined;
  /** DSNs for which a rate limit is in force. */
  readonly limitedDsns: number;
  /** Requests in flight. */
  readonly inFlight: number;
}

/** The state of a spool. */
export interface SpoolStats extends SpoolDepth {
  /** The capacity in bytes; `undefined` if the store does not report it. */
  readonly maxBytes: number | undefined;
  /** The age at which envelopes are dropped, in milliseconds. */
  readonly maxAgeMs: number;
  /** Whether ingest of any DSN is unavailable. */
  readonly isOut: boolean;
  /** Whether `delivery.pause` was called. */
  readonly isPaused: boolean;
  /** Stored envelopes that this process delivered a second, in the last half minute or since the first of them. */
  readonly deliveredPerS: number;
}

/** Counts and state of one project. */
export interface ProjectStats extends ProjectCounts {
  /** Whether its ingest is known to be unavailable. */
  readonly isOut: boolean;
  /** The rate limits in force. */
  readonly limits: RateLimits;
}

/** Reads the counts and the state of a tunnel. */
export function readStats(context: TunnelContext): TunnelStats {
  const { inFlight, spool, destinations, knownLimits } = context;
  const ledger = mergeLedgers([context.ledger]);
  return {
    ...ledger,
    lost: { ...ledger.lost, damaged: spool?.lost?.() ?? 0 },
    inFlight,
    spool: readSpool(context),
    limitedDsns: destinations.all.filter(({ identity }) => limitsInForce(knownLimits, identity) !== undefined)
      .length,
    projects: readProjects(context),
  };
}

function readSpool({ spool, spooling, destinations, spoolMaxAgeMs }: TunnelContext): SpoolStats | undefined {
  return (
    spooling && {
      ...spooling.depth(),
      maxBytes: spool?.maxBytes,
      maxAgeMs: spoolMaxAgeMs,
      isOut: destinations.all.some(({ identity }) => spooling.isOut(identity)),
      isPaused: spooling.isPaused(),
      deliveredPerS: spooling.deliveredPerS(),
    }
  );
}

/** Several DSNs of a project are one: its keys. */
function readProjects(context: TunnelContext): Readonly<Record<string, ProjectStats>> {
  const { ledger, spooling, destinations, knownLimits, clock } = context;
  const projects: Record<string, ProjectStats> = {};
  for (const { identity, project } of destinations.all) {
    const before = projects[project];
    projects[project] = {
      ...(ledger.projects[project] ?? NO_PROJECT_COUNTS()),
      isOut: before?.isOut === true || spooling?.isOut(identity) === true,
      limits: mergeRateLimits(before?.limits, limitsInForce(knownLimits, identity) ?? [], clock.now()) ?? [],
    };
  }
  return projects;
}

const COUNTS = Object.keys(createLedger()) as readonly (keyof Ledger)[];
const PROJECT_COUNTS = Object.keys(NO_PROJECT_COUNTS()) as readonly (keyof ProjectCounts)[];

const pick = <T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;

/** The counts of a tunnel without its state. They can be added up. */
export const ledgerOf = (stats: TunnelStats): Ledger => ({
  ...pick<Ledger, keyof Ledger>(stats, COUNTS),
  projects: Object.fromEntries(
    Object.entries(stats.projects).map(([name, project]) => [
      name,
      pick<ProjectCounts, keyof ProjectCounts>(project, PROJECT_COUNTS),
    ]),
  ),
});

/**
 * Adds up the stats of several processes.
 * @param isShared whether all of them have the same spool; otherwise each has its own
 * @returns `undefined` without any
 */
export function mergeStats(all: readonly TunnelStats[], isShared: boolean): TunnelStats | undefined {
  if (all.length === 0) return undefined;
  const ledger = mergeLedgers(all.map(ledgerOf));
  const projects = Object.entries(ledger.projects).map(([name, counts]): [string, ProjectStats] => {
    const states = all.flatMap((stats) => stats.projects[name] ?? []);
    const limits = states.flatMap((state) => state.limits);
    return [name, { ...counts, isOut: states.some(({ isOut }) => isOut), limits }];
  });
  return {
    ...ledger,
    inFlight: all.reduce((total, { inFlight }) => total + inFlight, 0),
    limitedDsns: Math.max(...all.map(({ limitedDsns }) => limitedDsns)),
    spool: mergeSpools(
      all.flatMap(({ spool }) => spool ?? []),
      isShared,
    ),
    projects: Object.fromEntries(projects),
  };
}

function mergeSpools(spools: readonly SpoolStats[], isShared: boolean): SpoolStats | undefined {
  const [first] = spools;
  if (first === undefined) return undefined;
  // In Redis, each process sees the envelopes that all of them stored.
  const combine = (one: number, other: number): number => (isShared ? Math.max(one, other) : one + other);
  const bounds = spools.flatMap(({ maxBytes }) => maxBytes ?? []);
  return {
    envelopes: spools.map(({ envelopes }) => envelopes).reduce(combine),
    bytes: spools.map(({ bytes }) => bytes).reduce(combine),
    maxBytes: bounds.length === 0 ? undefined : bounds.reduce(combine),
    maxAgeMs: first.maxAgeMs,
    isOut: spools.some(({ isOut }) => isOut),
    isPaused: spools.some(({ isPaused }) => isPaused),
    deliveredPerS: spools.reduce((total, { deliveredPerS }) => total + deliveredPerS, 0),
  };
}
