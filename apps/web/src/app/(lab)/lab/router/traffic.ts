import { useSyncExternalStore } from 'react';
import type { PrefetchRefusal, RouterEvent } from '@adit/router';
import { listenToRouterEvents } from './event-feed';
import { linkNumber, nextLinkState, type LinkState } from './link-states';

/** Sums since the document was loaded. */
export interface Totals {
  readonly requests: number;
  readonly bytes: number;
  readonly inFlight: number;
  readonly peakInFlight: number;
  readonly queued: number;
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
  readonly refusedBy: Readonly<Partial<Record<PrefetchRefusal, number>>>;
  readonly used: number;
  readonly late: number;
}

const NOTHING: Totals = {
  requests: 0,
  bytes: 0,
  inFlight: 0,
  peakInFlight: 0,
  queued: 0,
  done: 0,
  failed: 0,
  refused: 0,
  refusedBy: {},
  used: 0,
  late: 0,
};

const links = new Map<number, LinkState>();
const queued = new Set<string>();
const running = new Set<string>();
const listeners = new Set<(numbers: Iterable<number>) => void>();
let changed = new Set<number>();
let counted = NOTHING;
let totals = NOTHING;
let frame: number | undefined;
let isOpen = false;

/** Notifies the listeners once a frame, for any number of events. */
function publish(): void {
  frame = undefined;
  totals = counted;
  const numbers = changed;
  changed = new Set();
  for (const listener of listeners) listener(numbers);
}

/** Returns the sums that an event changes, besides those of `queued` and `running`. */
function count(event: RouterEvent): Partial<Totals> {
  const { bytes, done, failed, late, refused, refusedBy, requests, used } = counted;
  if (event.type === 'prefetch-used') return { used: used + 1 };
  if (event.type === 'prefetch-late') return { late: late + 1 };
  if (event.type !== 'prefetch') return {};
  const { phase, url, id = url } = event;
  if (phase === 'queued') queued.add(id);
  else queued.delete(id);
  if (phase === 'started') running.add(id);
  else if (phase !== 'queued') running.delete(id);
  switch (phase) {
    case 'started':
      return { requests: requests + 1, peakInFlight: Math.max(counted.peakInFlight, running.size) };
    case 'done':
      return { done: done + 1, bytes: bytes + (event.bytes ?? 0) };
    case 'failed':
      return { failed: failed + 1 };
    case 'refused': {
      const { reason } = event;
      return { refused: refused + 1, refusedBy: { ...refusedBy, [reason]: (refusedBy[reason] ?? 0) + 1 } };
    }
    default:
      return {};
  }
}

function see(event: RouterEvent): void {
  counted = { ...counted, ...count(event), inFlight: running.size, queued: queued.size };
  const number = 'url' in event ? linkNumber(event.url) : undefined;
  const next = number === undefined ? undefined : nextLinkState(links.get(number), event);
  if (number !== undefined && next !== undefined) {
    links.set(number, next);
    changed.add(number);
  }
  frame ??= requestAnimationFrame(publish);
}

/** Calls `listener` once a frame with the numbers of the links that changed. Counting starts with the first call. */
export function subscribeTraffic(listener: (numbers: Iterable<number>) => void): () => void {
  if (!isOpen) listenToRouterEvents(see);
  isOpen = true;
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The numbers of all links with a state. */
export const linkNumbers = (): Iterable<number> => links.keys();

export const linkState = (number: number): LinkState | undefined => links.get(number);

/** The sums, at most once a frame. */
export const useTotals = (): Totals =>
  useSyncExternalStore(
    subscribeTraffic,
    () => totals,
    () => NOTHING,
  );

/** The state of one link. */
export const useLink = (number: number | undefined): LinkState | undefined =>
  useSyncExternalStore(
    subscribeTraffic,
    () => (number === undefined ? undefined : links.get(number)),
    () => undefined,
  );
