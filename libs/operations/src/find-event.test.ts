import { entryOf } from '../testing/reports.helper.ts';
import { stateOf } from '../testing/states.helper.ts';
import type { Board } from './board.ts';
import { findEvent } from './find-event.ts';
import type { OutcomeFilter } from './outcomes.ts';

const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const refused = { throttled: 2, 'dsn-not-allowed': 0, 'rate-limited': 3 } as never;

/** A board that knows one event after it is read again. */
function createSources(since: number | null = 0) {
  let isFresh = false;
  const board = {
    refresh: async () => void (isFresh = true),
    outcomes: ({ eventId }: OutcomeFilter = {}) =>
      isFresh && eventId === EVENT_ID ? [entryOf({ eventId })] : [],
    outcomesSince: () => since,
    state: () => stateOf({ counts: { ...stateOf().counts, refused } }),
  } as Partial<Board> as Board;
  return { board, findForwards: async () => [{ at: 5, status: 200 }] };
}

it.each([EVENT_ID, ` ${EVENT_ID.toUpperCase()} `, '9ec79c33-ec99-42ab-8353-589fcb2e04dc'])(
  'finds an event by its id as %s',
  async (event) => {
    expect(await findEvent(createSources(), event)).toEqual({
      eventId: EVENT_ID,
      outcomes: [entryOf({ eventId: EVENT_ID })],
      forwards: [{ at: 5, status: 200 }],
      since: 0,
      // For requests refused by a rate limit, the event id was read.
      unread: { throttled: 2 },
    });
  },
);

it('says that it knows of none, and since when', async () => {
  const other = '0'.repeat(32);
  expect(await findEvent(createSources(7), other)).toMatchObject({ outcomes: [], since: 7 });
  expect(await findEvent(createSources(null), other)).toMatchObject({ since: null });
});

it.each(['', 'x', EVENT_ID.slice(1), `${EVENT_ID}0`])('says that "%s" is no event id', async (event) => {
  expect(await findEvent(createSources(), event)).toBe('invalid');
});
