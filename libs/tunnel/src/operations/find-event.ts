import type { Board } from './board.ts';
import type { Forward } from './forward-trail.ts';

/** What is known of one event. */
export interface EventTrace {
  readonly eventId: string;
  readonly outcomes: ReturnType<Board['outcomes']>;
  readonly forwards: readonly Forward[];
  /** From when on all outcomes are kept; `null` without any. */
  readonly since: number | null;
  /** Requests since the start that were refused without a look at their event id, by reason. */
  readonly unread: Readonly<Record<string, number>>;
}

/** Where the outcomes and forwards of an event are looked for. */
export interface EventSources {
  readonly board: Board;
  /** The forwards of an event, the newest first. */
  readonly findForwards: (eventId: string) => Promise<readonly Forward[]>;
}

/** What is known of an event, whose id may be written with hyphens. */
export async function findEvent(
  { board, findForwards }: EventSources,
  event: string,
): Promise<EventTrace | 'invalid'> {
  const eventId = event.trim().replaceAll('-', '').toLowerCase();
  if (!/^[\da-f]{32}$/.test(eventId)) return 'invalid';
  // What was noted within the last second is not on the board yet.
  await board.refresh();
  return {
    eventId,
    outcomes: board.outcomes({ eventId }),
    forwards: await findForwards(eventId),
    since: board.outcomesSince(),
    unread: unreadOf(board.state().counts.refused),
  };
}

/** Refusals after the header of the envelope was read, in which its event id is. */
const AFTER_HEADER = new Set([
  'item-malformed',
  'item-truncated',
  'newline-missing',
  'item-internal',
  'item-header-too-long',
  'items-too-many',
  'item-too-large',
  'rate-limited',
  'spool-unavailable',
]);

const unreadOf = (refused: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(refused).filter(([reason, count]) => count > 0 && !AFTER_HEADER.has(reason)),
  );
