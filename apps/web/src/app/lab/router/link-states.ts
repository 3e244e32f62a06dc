import type { PrefetchEvent, RouterEvent } from '@adit/router';

/** How many links the demonstration has. */
export const LINK_COUNT = 500;

/** Where a link's prefetch stands, or what it was worth. */
export type LinkPhase =
  'queued' | 'in-flight' | 'done' | 'failed' | 'refused' | 'cancelled' | 'used' | 'late' | 'wasted';

/** All that is known of one link. */
export interface LinkState {
  readonly phase: LinkPhase;
  /** What it was to a navigation; it stays so when more of it is fetched. */
  readonly worth?: 'used' | 'late' | undefined;
  /** The priority of its newest request. */
  readonly priority?: string | undefined;
  /** Why it was refused. */
  readonly reason?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly bytes?: number | undefined;
  /** Requests of it that run now: the route tree and a segment may run side by side. */
  readonly running: number;
}

const LINK_PATH = /^\/lab\/router\/(\d+)$/;

/** The number of the link an address belongs to; undefined for any other address. */
export function linkNumber(url: string): number | undefined {
  const number = Number(LINK_PATH.exec(new URL(url, 'http://lab').pathname)?.[1]);
  return number >= 1 && number <= LINK_COUNT ? number : undefined;
}

/** Phases in which an answer is here: a refusal of more takes nothing away. */
const HAS_ANSWER: ReadonlySet<LinkPhase | undefined> = new Set<LinkPhase>(['done', 'used', 'late']);

function afterPrefetch(before: LinkState | undefined, event: PrefetchEvent): LinkState | undefined {
  const { priority } = event;
  const running = before?.running ?? 0;
  const rests = running === 0 && !HAS_ANSWER.has(before?.phase);
  switch (event.phase) {
    case 'queued':
      return running > 0 ? undefined : { ...before, phase: 'queued', priority, running };
    case 'started':
      return { ...before, phase: 'in-flight', priority, running: running + 1 };
    case 'cancelled':
      return rests ? { ...before, phase: 'cancelled', running } : undefined;
    case 'refused':
      return rests ? { ...before, phase: 'refused', priority, reason: event.reason, running } : undefined;
    case 'done':
    case 'failed': {
      const left = Math.max(0, running - 1);
      const bytes = (before?.bytes ?? 0) + (event.phase === 'done' ? (event.bytes ?? 0) : 0);
      const end = event.phase === 'done' ? (before?.worth ?? 'done') : 'failed';
      const phase = left > 0 ? 'in-flight' : end;
      return { ...before, phase, priority, durationMs: event.durationMs, bytes, running: left };
    }
  }
}

/** What a link is after an event about it; undefined where the event changes nothing. */
export function nextLinkState(before: LinkState | undefined, event: RouterEvent): LinkState | undefined {
  const running = before?.running ?? 0;
  switch (event.type) {
    case 'prefetch':
      return afterPrefetch(before, event);
    case 'prefetch-used':
      return { ...before, phase: 'used', worth: 'used', running };
    case 'prefetch-late':
      return { ...before, phase: 'late', worth: 'late', running };
    case 'prefetch-wasted':
      return { ...before, phase: 'wasted', running };
    default:
      return undefined;
  }
}
