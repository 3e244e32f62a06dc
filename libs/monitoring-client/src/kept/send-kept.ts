import { isOfAnother, isSettled, postEnvelope } from '../answers.ts';
import type { EarlyConfig } from '../early/error-envelope.ts';
import { keptKeys, MAX_KEPT, startOf, VERSION } from './kept-record.ts';

/** Milliseconds after which a kept error is removed. A spool keeps envelopes as long. */
const MAX_AGE_MS = 86_400_000;

/** The name of the lock with which one page of the origin sends at a time. */
const LOCK = 'adit-error';

/** An error that an earlier page has kept. */
interface KeptError {
  readonly key: string;
  readonly atMs: number;
  /** With the DSN and release of its page. It has no `sent_at`, because ingest would treat the delay as a wrong clock. */
  readonly envelope: string;
}

/**
 * Sends the errors that earlier pages with the same tunnel have kept, one after the other, the oldest first, and removes each that the
 * tunnel has accepted or refused for good. Leaves those of other applications of the origin, and of other versions of the format. Removes
 * those that are too old, whose they are, and its own that it cannot read. Leaves those of this page, and of pages
 * that were opened before it and have failed since: their own SDK sends them. Browsers without Web Locks may send one
 * twice; it has the same event id.
 * @throws if the network is gone, or the browser refuses storage
 */
export async function sendKept({ tunnel = '' }: EarlyConfig): Promise<void> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (locks) await locks.request(LOCK, { ifAvailable: true }, (lock) => lock && sendAll(tunnel));
  else await sendAll(tunnel);
}

async function sendAll(tunnel: string): Promise<void> {
  const kept = keptKeys().flatMap((key) => readKept(key, tunnel) ?? []);
  const earlier = kept.filter(({ atMs }) => atMs < performance.timeOrigin);
  for (const error of earlier.sort((a, b) => a.atMs - b.atMs).slice(0, MAX_KEPT)) {
    const answer = await postEnvelope(tunnel, { body: error.envelope });
    // A later page tries again.
    if (isOfAnother(answer) || !isSettled(answer.status)) return;
    localStorage.removeItem(error.key);
  }
}

/** Returns a kept error of this application. Removes one that must not be sent any more. */
function readKept(key: string, ownTunnel: string): KeptError | undefined {
  const record = String(localStorage.getItem(key));
  if (!record.startsWith(VERSION)) return undefined;
  const start = startOf(ownTunnel);
  const isOwn = record.startsWith(start);
  const atMs = timeOf(record);
  const isFresh = Math.abs(Date.now() - atMs) < MAX_AGE_MS;
  // A record that is too old is removed for all: the application with that tunnel may be gone.
  if (isNaN(atMs) ? isOwn : !isFresh) localStorage.removeItem(key);
  else if (isOwn) return { key, atMs, envelope: record.slice(start.length) };
  return undefined;
}

/** The time of the error of a record, in milliseconds since the epoch; `NaN` if it cannot be read. */
function timeOf(record: string): number {
  try {
    const { timestamp } = JSON.parse(record.split('\n')[3] as string) as { timestamp: unknown };
    return typeof timestamp === 'number' ? timestamp * 1_000 : NaN;
  } catch {
    return NaN;
  }
}
