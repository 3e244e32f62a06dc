import { entryOf } from '../testing/reports.helper.ts';
import { stateOf } from '../testing/states.helper.ts';
import type { Board, BoardNews } from './board.ts';
import { createEventStreams, MAX_CLIENTS, type EventClient, type Followed } from './event-stream.ts';

const STATE = stateOf();

/** Streams over a board that says what the test wants, to clients that read when the test wants. */
function setUpClients() {
  const listeners = new Set<(news: BoardNews) => void>();
  const streams = createEventStreams({
    state: () => STATE,
    outcomes: () => [],
    subscribe: (listener: (news: BoardNews) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Board);
  const open = (only: Followed) => {
    const client = { written: [] as string[], waiting: 0, isCut: false, isEnded: false };
    const connection: EventClient = {
      write: (text) => client.written.push(text),
      waitingBytes: () => client.waiting,
      end: () => (client.isEnded = true),
      cut: () => (client.isCut = true),
    };
    const leave = streams.open(connection, only);
    return Object.assign(client, { leave });
  };
  return {
    board: { listeners, tell: (news: BoardNews) => listeners.forEach((listener) => listener(news)) },
    streams,
    open,
  };
}

describe('createEventStreams', () => {
  it('sends outcomes as they come, and cuts a client that does not read', async () => {
    const { board, open } = setUpClients();
    const fast = open('all');
    const other = open('outcomes');
    const slow = open('outcomes');
    const outcomes = [entryOf({ at: 5 })];
    board.tell({ state: STATE, outcomes });

    const text = `event: outcomes\ndata: ${JSON.stringify(outcomes)}\n\n`;
    expect(fast.written.at(-1)).toBe(`event: state\ndata: ${JSON.stringify(STATE)}\n\n${text}`);
    expect(other.written.at(-1)).toBe(text);

    slow.waiting = 1_048_577;
    other.waiting = 1_048_576;
    board.tell({ state: STATE, outcomes: [] });
    expect([slow.isCut, slow.written.at(-1)]).toEqual([true, text]);
    expect([other.isCut, other.written.at(-1)]).toEqual([false, ':\n\n']);
    expect(fast.isCut).toBe(false);
  });

  it('follows the board only while it has clients', () => {
    const { board, open } = setUpClients();
    const [one, other] = [open('all'), open('all')];
    expect(board.listeners.size).toBe(1);
    one.leave();
    expect(board.listeners.size).toBe(1);
    other.leave();
    expect(board.listeners.size).toBe(0);
  });

  it('draws the page for those who follow it, and then what has changed', () => {
    const { board, open } = setUpClients();
    const [one, other] = [open('page'), open('page')];
    const partsOf = (text = ''): string[] =>
      Object.keys(JSON.parse(text.replace('event: page\ndata: ', '')) as object);
    expect(partsOf(one.written[1])).toContain('verdict');

    // Clients may have seen different parts before.
    board.tell({ state: STATE, outcomes: [] });
    expect(partsOf(other.written[2])).toContain('verdict');
    board.tell({ state: STATE, outcomes: [] });
    expect([one.written[3], other.written[3]]).toEqual(new Array(2).fill('event: page\ndata: {}\n\n'));
  });

  it('is full with as many clients as it serves, until one leaves', () => {
    const { streams, open } = setUpClients();
    const all = Array.from({ length: MAX_CLIENTS }, (_, number) => {
      expect([number, streams.isFull()]).toEqual([number, false]);
      return open('outcomes');
    });
    expect(streams.isFull()).toBe(true);
    all[0]!.leave();
    expect(streams.isFull()).toBe(false);
  });

  it('ends all of them, and takes no more', () => {
    const { streams, open } = setUpClients();
    const both = [open('all'), open('page')];
    streams.close();
    expect(both.map(({ isEnded }) => isEnded)).toEqual([true, true]);
    for (const client of both) client.leave();
    expect(streams.isFull()).toBe(true);
  });
});
