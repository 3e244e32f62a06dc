import { readStored, store } from '../../../stored';
import { createExternalValue } from './external-value';

/** How one navigation went; every time but the first is in milliseconds since the click. */
export interface Journey {
  /** Since the epoch. */
  readonly clickedAt: number;
  /** The router called it slow. */
  readonly slowAfterMs?: number | undefined;
  /** The browser began to load a document. */
  readonly leftAfterMs?: number | undefined;
  /** The server answered the document. */
  readonly answeredAfterMs?: number | undefined;
  /** The page was there. */
  readonly arrivedAfterMs?: number | undefined;
  readonly by?: 'document' | 'router' | undefined;
}

/** When the router gives up on its own way (S32). */
export const DEADLINE_MS = 3_800;
/** Timers round, and the click is noted a moment before the router begins. */
const DEADLINE_SLACK_MS = 100;

/** Whether it was the deadline that made the browser load a document; a newer build does so as well, and at once. */
export const wasAtDeadline = (leftAfterMs: number | undefined): boolean =>
  leftAfterMs !== undefined && leftAfterMs >= DEADLINE_MS - DEADLINE_SLACK_MS;

const STORED = 'journey';
/** Nobody waits longer for the page they clicked. */
const FORGOTTEN_AFTER_MS = 60_000;

/** The newest journey of this tab; stored at once, because the next thing may be the end of this document. */
export const newestJourney = createExternalValue<Journey | undefined>({
  read: () => readStored(STORED) as Journey | undefined,
  write: (journey) => store(STORED, journey),
});

/** A click on the route. */
export const beginJourney = (): void => newestJourney.set({ clickedAt: Date.now() });

/** The journey that has not arrived yet. */
function journeyUnderWay(): Journey | undefined {
  const journey = newestJourney.get();
  const isOver = journey?.arrivedAfterMs !== undefined;
  const isForgotten = journey !== undefined && Date.now() - journey.clickedAt > FORGOTTEN_AFTER_MS;
  return isOver || isForgotten ? undefined : journey;
}

/** The router calls the journey under way slow. */
export function noteSlow(): void {
  const journey = journeyUnderWay();
  if (journey !== undefined && journey.slowAfterMs === undefined)
    newestJourney.set({ ...journey, slowAfterMs: Date.now() - journey.clickedAt });
}

/** The route shows: by this document's router, or as a document of its own. */
export function endJourney(): void {
  const journey = journeyUnderWay();
  if (journey === undefined) return;
  const { timeOrigin } = performance;
  const isDocument = timeOrigin > journey.clickedAt;
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  newestJourney.set({
    ...journey,
    by: isDocument ? 'document' : 'router',
    leftAfterMs: isDocument ? timeOrigin - journey.clickedAt : undefined,
    answeredAfterMs: isDocument && entry ? timeOrigin + entry.responseStart - journey.clickedAt : undefined,
    arrivedAfterMs: Date.now() - journey.clickedAt,
  });
}
