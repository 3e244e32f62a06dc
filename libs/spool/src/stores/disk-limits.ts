import { open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  DATA_CATEGORIES,
  ignoreFailure,
  MAX_LIMIT_MS,
  MAX_REASON_LENGTH,
  pruneRateLimits,
  type RateLimit,
  type RateLimits,
} from '@adit/envelope';
import { FILE_MODE, readFully, writeFully } from './disk/files.ts';
import { makeDirectory } from './disk/make-directory.ts';
import { createMemoryLimits } from './memory-limits.ts';
import type { LimitStore } from './stores.ts';

/** How limits on disk are set up. */
export interface DiskLimitsOptions {
  /** Path of the file. Created for this user alone if it is missing. One process writes it. */
  file: string;
  /** Milliseconds since the epoch. Default the system's clock. */
  now?: () => number;
}

/** Rate limits that outlive their process. */
export interface DiskLimits extends LimitStore {
  /** All limits, by DSN. */
  readonly all: () => readonly (readonly [dsn: string, limits: RateLimits])[];
  readonly close: () => Promise<void>;
}

/** The largest file that is written and read, in bytes. Four thousand DSNs with one limit each fit. */
const MAX_FILE_BYTES = 1_048_576;

/** The shortest time between two writes, in milliseconds: every answer of ingest repeats its limits. */
const WRITE_EVERY_MS = 1_000;

/** The longest namespaces that are read, in characters. All of Relay's are shorter. */
const MAX_NAMESPACES_LENGTH = 200;

const SCOPES: readonly unknown[] = ['organization', 'project', 'key'];
const CATEGORIES: readonly unknown[] = ['all', ...DATA_CATEGORIES];

/**
 * Reads the limits of a former process and stores new ones. A file that cannot be read counts as empty. If it cannot be
 * written, the next limit tries again.
 *
 * Independent of the clock, a limit lasts no longer than it had left when it was saved, and at most 24 hours.
 */
export async function createDiskLimits({ file, now = Date.now }: DiskLimitsOptions): Promise<DiskLimits> {
  const store = createMemoryLimits();
  const dsns = new Set<string>();
  const keep = (dsn: string, limits: RateLimits): void => {
    store.set(dsn, limits);
    if (limits.length === 0) dsns.delete(dsn);
    else dsns.add(dsn);
  };
  const all = (): (readonly [string, RateLimits])[] => [...dsns].map((dsn) => [dsn, store.get(dsn) ?? []]);

  for (const [dsn, limits] of parseFile((await ignoreFailure(() => readText(file))) ?? '', now()))
    keep(dsn, limits);

  let isChanged = false;
  let saving: Promise<void> | undefined;
  let isClosed = false;
  let endPause: (() => void) | undefined;
  const save = async (): Promise<void> => {
    while (isChanged) {
      isChanged = false;
      await ignoreFailure(() => replaceFile(file, formatFile(all(), now())));
      if (isClosed) continue;
      await new Promise<void>((resolve) => {
        endPause = resolve;
        setTimeout(resolve, WRITE_EVERY_MS).unref();
      });
    }
    saving = undefined;
  };

  return {
    get: store.get,
    set: (dsn, limits) => {
      keep(dsn, limits);
      isChanged = true;
      saving ??= save();
    },
    all,
    close: async () => {
      isClosed = true;
      endPause?.();
      await saving;
    },
  };
}

async function readText(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    return (await readFully(handle, MAX_FILE_BYTES, 0)).toString();
  } finally {
    await handle.close();
  }
}

/** Replaces the file in one step. It is not synced, so a power failure may lose the latest limits. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await makeDirectory(dirname(file));
  try {
    const handle = await open(draft, 'w', FILE_MODE);
    try {
      await writeFully(handle, Buffer.from(text), 0);
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await ignoreFailure(() => unlink(draft));
    throw error;
  }
}

function formatFile(all: readonly (readonly [string, RateLimits])[], nowMs: number): string {
  const first = JSON.stringify(nowMs);
  const lines = [first];
  let bytes = first.length;
  for (const [dsn, limits] of all) {
    const inForce = pruneRateLimits(limits, nowMs) ?? [];
    if (inForce.length === 0) continue;
    const line = JSON.stringify([dsn, inForce]);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_FILE_BYTES) break;
    lines.push(line);
  }
  return lines.join('\n');
}

/** Reads the file: a line with the time it was saved, then one for each DSN. Invalid lines are ignored. */
function parseFile(text: string, nowMs: number): (readonly [string, RateLimits])[] {
  const [first = '', ...lines] = text.split('\n');
  const savedAt = parseJson(first);
  if (typeof savedAt !== 'number') return [];
  return lines.flatMap((line) => {
    const parsed = parseJson(line);
    const [dsn, limits] = Array.isArray(parsed) ? (parsed as readonly unknown[]) : [];
    if (typeof dsn !== 'string' || !Array.isArray(limits)) return [];
    const inForce = limits
      .filter(isRateLimit)
      .map((limit) => {
        const leftMs = Math.min(limit.untilMs - nowMs, limit.untilMs - savedAt, MAX_LIMIT_MS);
        return { ...limit, untilMs: nowMs + leftMs };
      })
      .filter(({ untilMs }) => untilMs > nowMs);
    return inForce.length === 0 ? [] : [[dsn, inForce] as const];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRateLimit(value: unknown): value is RateLimit {
  const { category, scope, namespaces, reasonCode, untilMs } = Object(value) as Partial<
    Record<keyof RateLimit, unknown>
  >;
  return (
    CATEGORIES.includes(category) &&
    SCOPES.includes(scope) &&
    isText(namespaces, MAX_NAMESPACES_LENGTH) &&
    isText(reasonCode, MAX_REASON_LENGTH) &&
    typeof untilMs === 'number'
  );
}

const isText = (value: unknown, maxLength: number): boolean =>
  typeof value === 'string' && value.length <= maxLength;
