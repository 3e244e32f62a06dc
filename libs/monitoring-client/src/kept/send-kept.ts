import { isOfAnother, isSettled, postEnvelope } from '../answers.ts';
import type { EarlyConfig } from '../early/error-envelope.ts';
import { keptKeys, MAX_KEPT, VERSION } from './kept-record.ts';

/** Milliseconds after which a kept error is removed. A spool keeps envelopes as long. */
const MAX_AGE_MS = 86_400_000;

/** The name of the lock with which one page of the origin sends at a time. */
const LOCK = 'adit-error';

/** An error that an earlier page has kept. */
interface KeptError {
  readonly key: string;
  readonly atMs: number;
  /** The tunnel of its page. */
  readonly tunnel: string;
  /** With the DSN and release of its page. It has no `sent_at`, because ingest would treat the delay as a wrong clock. */
  readonly envelope: string;
}

/**
 * Sends the errors that earlier pages of the origin have kept, one after the other, the oldest first, and removes each that the
 * tunnel has accepted or refused for good. Removes those that are too old or have an unknown format. Leaves those of this page, and of pages
 * that were opened before it and have failed since: their own SDK sends them. Browsers without Web Locks may send one
 * twice; it has the same event id.
 * @throws if the network is gone, or the browser refuses storage
 */
export async function sendKept({ tunnel = '' }: EarlyConfig): Promise<void> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (locks) await locks.request(LOCK, { ifAvailable: true }, (lock) => lock && sendAll(tunnel));
  else await sendAll(tunnel);
}

async function sendAll(ownTunnel: string): Promise<void> {
  const kept = keptKeys().flatMap((key) => readKept(key, ownTunnel) ?? []);
  const earlier = kept.filter(({ atMs }) => atMs < performance.timeOrigin);
  for (const error of earlier.sort((a, b) => a.atMs - b.atMs).slice(0, MAX_KEPT)) {
    const answer = await postEnvelope(error.tunnel, { body: error.envelope });
    // A later page tries again.
    if (isOfAnother(answer) || !isSettled(answer.status)) return;
    localStorage.removeItem(error.key);
  }
}

/** Returns a kept error. Removes it and returns `undefined` if it must not be sent. */
function readKept(key: string, ownTunnel: string): KeptError | undefined {
  try {
    const [first = '', ...lines] = String(localStorage.getItem(key)).split('\n');
    const tunnel = first.slice(VERSION.length);
    const { timestamp } = JSON.parse(lines[2] as string) as { timestamp: number };
    const atMs = timestamp * 1_000;
    const isFresh = Math.abs(Date.now() - atMs) < MAX_AGE_MS;
    // Nothing is sent to a host that is not configured.
    const isKnown = [location.origin, originOf(ownTunnel)].includes(originOf(tunnel));
    if (first.startsWith(VERSION) && isFresh && isKnown)
      return { key, atMs, tunnel, envelope: lines.join('\n') };
  } catch {
    // It is not a record.
  }
  localStorage.removeItem(key);
  return undefined;
}

const originOf = (address: string): string => new URL(address, location.href).origin;
