import type { PrefetchEvent, RouterEvent } from '@adit/router';

/** How many links the page has. */
export const LINK_COUNT = 500;

/** The address of the page; its links are below it. */
export const ROUTER_LAB = '/lab/router';

/** The state of a link's prefetch, or whether a navigation used it. */
export type LinkPhase =
  'queued' | 'in-flight' | 'done' | 'failed' | 'refused' | 'cancelled' | 'used' | 'late' | 'wasted';

export interface LinkState {
  readonly phase: LinkPhase;
  /** Whether a navigation used it. A later prefetch does not change this. */
  readonly use?: 'used' | 'late' | undefined;
  /** Requests in flight: the route tree and a segment may be requested at once. */
  readonly running: number;
}

const LINK_PATH = /^\/lab\/router\/(\d+)$/;

/** The number of the link with an address; undefined for any other address. */
export function linkNumber(url: string): number | undefined {
  const number = Number(LINK_PATH.exec(new URL(url, 'http://lab').pathname)?.[1]);
  return number >= 1 && number <= LINK_COUNT ? number : undefined;
}

/** Phases with an answer. Only another request changes them. */
const ANSWERED: ReadonlySet<LinkPhase | undefined> = new Set<LinkPhase>(['done', 'used', 'late']);

function afterPrefetch({ phase }: PrefetchEvent, before: LinkState | undefined): LinkState | undefined {
  const running = before?.running ?? 0;
  switch (phase) {
    case 'started':
      return { ...before, phase: 'in-flight', running: running + 1 };
    case 'done':
    case 'failed': {
      const end = phase === 'done' ? (before?.use ?? 'done') : 'failed';
      return { ...before, phase: running > 1 ? 'in-flight' : end, running: Math.max(0, running - 1) };
    }
    default:
      return running > 0 || ANSWERED.has(before?.phase) ? undefined : { phase, running };
  }
}

/** The state of a link after an event; undefined if the event changes nothing. */
export function nextLinkState(before: LinkState | undefined, event: RouterEvent): LinkState | undefined {
  const running = before?.running ?? 0;
  switch (event.type) {
    case 'prefetch':
      return afterPrefetch(event, before);
    case 'prefetch-used':
      return { phase: 'used', use: 'used', running };
    case 'prefetch-late':
      return { phase: 'late', use: 'late', running };
    case 'prefetch-wasted':
      return { phase: 'wasted', running };
    default:
      return undefined;
  }
}
