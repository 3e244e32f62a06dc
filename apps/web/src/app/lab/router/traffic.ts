import type { RouterEvent } from '@adit/router';
import type { PrefetchRefusal } from '@adit/router/prefetch';
import { createChartClock } from './chart-clock';
import { watchRouterEvents } from './event-feed';
import { createLanes } from './lanes';
import { linkNumber, nextLinkState, type LinkState } from './link-states';

/** Sums of everything seen since the document began. */
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
  readonly wasted: number;
  readonly late: number;
  /** Requests that began in the first ten seconds after the first event. */
  readonly requestsInWindow: number;
  /** The window of ten seconds is over. */
  readonly windowOver: boolean;
  /** Something waits or runs. */
  readonly busy: boolean;
}

/** What a page of 500 links is compared by. */
const WINDOW_MS = 10_000;

/** The totals of a page that has seen nothing. */
export const NOTHING: Totals = {
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
  wasted: 0,
  late: 0,
  requestsInWindow: 0,
  windowOver: false,
  busy: false,
};

/**
 * The router's traffic as an external store. Events are only counted when they come; whoever shows them is told once a
 * frame, however many there were, so that looking on costs no frames.
 */
function createTraffic() {
  const clock = createChartClock(() => performance.now());
  const lanes = createLanes(clock.read);
  const links = new Map<number, LinkState>();
  let changed = new Set<number>();
  const linkListeners = new Set<(numbers: Iterable<number>) => void>();
  const listeners = new Set<() => void>();
  let counted: Totals = NOTHING;
  let totals: Totals = NOTHING;
  let frame: number | undefined;
  let firstAt: number | undefined;

  function tell(): void {
    frame = undefined;
    totals = counted;
    const numbers = changed;
    changed = new Set();
    for (const listener of linkListeners) listener(numbers);
    for (const listener of listeners) listener();
  }

  function closeWindow(): void {
    counted = { ...counted, windowOver: true };
    frame ??= requestAnimationFrame(tell);
  }

  function count(event: RouterEvent): Partial<Totals> {
    switch (event.type) {
      case 'prefetch-used':
        return { used: counted.used + 1 };
      case 'prefetch-wasted':
        return { wasted: counted.wasted + 1 };
      case 'prefetch-late':
        return { late: counted.late + 1 };
      case 'prefetch':
        break;
      default:
        return {};
    }
    switch (event.phase) {
      case 'started': {
        const inWindow = counted.windowOver ? 0 : 1;
        return {
          requests: counted.requests + 1,
          requestsInWindow: counted.requestsInWindow + inWindow,
          peakInFlight: Math.max(counted.peakInFlight, lanes.inFlight()),
        };
      }
      case 'done':
        return { done: counted.done + 1, bytes: counted.bytes + (event.bytes ?? 0) };
      case 'failed':
        return { failed: counted.failed + 1 };
      case 'refused': {
        const { refusedBy, refused } = counted;
        const { reason } = event;
        return { refused: refused + 1, refusedBy: { ...refusedBy, [reason]: (refusedBy[reason] ?? 0) + 1 } };
      }
      default:
        return {};
    }
  }

  function see(event: RouterEvent): void {
    if (firstAt === undefined) {
      firstAt = performance.now();
      setTimeout(closeWindow, WINDOW_MS);
    }
    if (event.type === 'prefetch') lanes.see(event);
    clock.touch(lanes.isBusy());
    counted = {
      ...counted,
      ...count(event),
      inFlight: lanes.inFlight(),
      queued: lanes.queued(),
      busy: lanes.isBusy(),
    };
    const number = 'url' in event ? linkNumber(event.url) : undefined;
    const next = number === undefined ? undefined : nextLinkState(links.get(number), event);
    if (number !== undefined && next !== undefined) {
      links.set(number, next);
      changed.add(number);
    }
    frame ??= requestAnimationFrame(tell);
  }

  return {
    clock,
    lanes,
    see,
    beginNavigation: (url: string): void => {
      lanes.beginNavigation(url);
      clock.touch(true);
      frame ??= requestAnimationFrame(tell);
    },
    endNavigation: (failed: boolean): void => {
      lanes.endNavigation(failed);
      clock.touch(lanes.isBusy());
      frame ??= requestAnimationFrame(tell);
    },
    link: (number: number): LinkState | undefined => links.get(number),
    linkNumbers: (): Iterable<number> => links.keys(),
    /** Told once a frame which links have changed. */
    subscribeLinks(listener: (numbers: Iterable<number>) => void): () => void {
      linkListeners.add(listener);
      return () => linkListeners.delete(listener);
    },
    totals: () => totals,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Traffic = ReturnType<typeof createTraffic>;

let traffic: Traffic | undefined;

/**
 * The traffic of this document, from the first visit to the demonstration on: Next's cache lives as long, so a link that
 * was fetched stays fetched when the visitor comes back.
 */
export function openTraffic(): Traffic {
  if (traffic === undefined) {
    traffic = createTraffic();
    watchRouterEvents(traffic.see);
  }
  return traffic;
}
