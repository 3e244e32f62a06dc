import type { SpoolEntry } from '../stores/stores.ts';

/**
 * Where envelopes of a DSN wait: at level 0 in order; at a higher level if ingest fails on them and accepts others; in
 * a separate lane for each limited category if a rate limit holds them but not those behind them. Each lane is a
 * separate log in the store, so a restart does not reset the number of attempts.
 */
export interface LaneName {
  readonly dsn: string;
  readonly level: number;
  /** The category whose limit they wait for; `undefined` for none. */
  readonly limited: string | undefined;
}

/** Whether envelopes wait there only for their turn. */
export function isMain({ level, limited }: LaneName): boolean {
  return level === 0 && limited === undefined;
}

/**
 * The time an envelope is put aside at each level, in milliseconds: 1, 4, 16 and 64 minutes. After the last level it is
 * given up. Long enough for a repair of ingest, and well within the 24 hours an envelope is kept.
 */
export const ASIDE_PAUSES_MS: readonly number[] = [60_000, 240_000, 960_000, 3_840_000];

/** The field with the time an envelope was put aside. No client can send a field of this name. */
const SINCE_FIELD = ':aside-since';

/** The key of a lane in the store. A DSN never contains a space. */
export function laneKey({ dsn, level, limited }: LaneName): string {
  if (limited !== undefined) return `${dsn} limited ${limited}`;
  return level === 0 ? dsn : `${dsn} aside ${level}`;
}

/** Reads a lane's key. */
export function parseLaneKey(key: string): LaneName {
  const [, dsn, kind, name] = /^(\S+) (aside|limited) (\w+)$/.exec(key) ?? [];
  if (dsn === undefined) return { dsn: key, level: 0, limited: undefined };
  return kind === 'aside'
    ? { dsn, level: Number(name), limited: undefined }
    : { dsn, level: 0, limited: name };
}

/** The fields of an envelope that is put aside at `dateMs`, in milliseconds since the epoch. */
export function fieldsAside(fields: SpoolEntry['fields'], dateMs: number): SpoolEntry['fields'] {
  return { ...fields, [SINCE_FIELD]: String(dateMs) };
}

/** Returns an envelope as it was before it was put into the lane, and the time it was put aside. */
export function readAside(
  entry: SpoolEntry,
  lane: LaneName,
): { readonly entry: SpoolEntry; readonly sinceMs: number } {
  if (isMain(lane)) return { entry, sinceMs: 0 };
  const { [SINCE_FIELD]: since, ...fields } = entry.fields;
  return { entry: { ...entry, dsn: lane.dsn, fields }, sinceMs: Number(since) || 0 };
}
