import type { Board } from './board.ts';
import type { Forward } from './forward-trail.ts';

/** Everything known about one event. */
export interface EventTrace {
  readonly eventId: string;
  readonly outcomes: ReturnType<Board['outcomes']>;
  readonly forwards: readonly Forward[];
  /** The time since which all outcomes are kept; `null` without any. */
  readonly since: number | null;
  /** Requests since the start that were refused before their event id was read, by reason. */
  readonly unread: Readonly<Record<string, number>>;
}

/** The sources of outcomes and forwards of an event. */
export interface EventSources {
  readonly board: Board;
  /** The forwards of an event, newest first. */
  readonly findForwards: (eventId: string) => Promise<readonly Forward[]>;
}

/** Finds everything known about an event. Its id may contain hyphens. */
export async function findEvent(
  { board, findForwards }: EventSources,
  event: string,
): Promise<EventTrace | 'invalid'> {
  const eventId = event.trim().replaceAll('-', '').toLowerCase();
  if (!/^[\da-f]{32}$/.test(eventId)) return 'invalid';
  // Outcomes of the last second are not on the board yet.
  await board.refresh();
  return {
    eventId,
    outcomes: board.outcomes({ eventId }),
    forwards: await findForwards(eventId),
    since: board.outcomesSince(),
    unread: unreadOf(board.state().counts.refused),
  };
}

/** Refusals after the header of the envelope, which contains the event id, was read. */
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
