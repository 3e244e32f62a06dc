import type { SpoolEntry } from '../stores/stores.ts';

/**
 * Where the envelopes of a DSN wait: in order at level 0, and at a higher level if ingest fails on them while it takes
 * others. Each level is a log of its own in the store, so that how often an envelope was tried outlives the process.
 */
export interface LaneName {
  readonly dsn: string;
  readonly level: number;
}

/**
 * How long an envelope is put aside at each level before it is tried again, in milliseconds: 1, 4, 16 and 64 minutes.
 * After the last it is given up. Long enough for a repair at ingest, short enough for the 24 hours an envelope is kept.
 */
export const ASIDE_PAUSES_MS: readonly number[] = [60_000, 240_000, 960_000, 3_840_000];

/** Holds when an envelope was put aside. No client can send a field of this name. */
const SINCE_FIELD = ':aside-since';

/** What the store knows a lane by. No DSN has a space. */
export function laneKey({ dsn, level }: LaneName): string {
  return level === 0 ? dsn : `${dsn} aside ${level}`;
}

/** Reads a lane's key. */
export function parseLaneKey(key: string): LaneName {
  const [, dsn, level] = /^(\S+) aside (\d)$/.exec(key) ?? [];
  return dsn === undefined ? { dsn: key, level: 0 } : { dsn, level: Number(level) };
}

/** The fields of an envelope that is put aside at `dateMs`, by the wall clock. */
export function fieldsAside(fields: SpoolEntry['fields'], dateMs: number): SpoolEntry['fields'] {
  return { ...fields, [SINCE_FIELD]: String(dateMs) };
}

/** An envelope of any lane as it was before it was put aside, and when that was. */
export function readAside(
  entry: SpoolEntry,
  { dsn, level }: LaneName,
): { readonly entry: SpoolEntry; readonly sinceMs: number } {
  if (level === 0) return { entry, sinceMs: 0 };
  const { [SINCE_FIELD]: since, ...fields } = entry.fields;
  return { entry: { ...entry, dsn, fields }, sinceMs: Number(since) || 0 };
}
