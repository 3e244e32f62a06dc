import type { Board, BoardNews } from './board.ts';
import { drawParts, type PageParts } from './page/parts.ts';

/** The events that a client follows: the state and the outcomes, the outcomes alone, or the parts of the page. */
export type Followed = 'all' | 'outcomes' | 'page';

/** The connection of a client. */
export interface EventClient {
  readonly write: (text: string) => void;
  /** Bytes that were written and are not sent yet. */
  readonly waitingBytes: () => number;
  /** Closes the connection after everything written is sent. */
  readonly end: () => void;
  /** Closes the connection at once. */
  readonly cut: () => void;
}

/** The clients that follow the server by server-sent events. */
export interface EventStreams {
  /** Whether no more clients are accepted: the maximum is reached, or the streams are closed. */
  readonly isFull: () => boolean;
  /**
   * Serves a client.
   * @returns a function to call when the client has left
   */
  readonly open: (client: EventClient, only: Followed) => () => void;
  /** Closes all connections, and accepts no more. */
  readonly close: () => void;
}

/** The headers of an answer with events. */
export const EVENT_HEADERS = {
  'content-type': 'text/event-stream',
  // A compressing proxy would hold events back until it has enough of them.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const;

/** The most clients at the same time. */
export const MAX_CLIENTS = 20;

/** The most bytes that may wait for a slow client. Beyond it, its connection is closed; a browser reconnects. */
const MAX_WAITING_BYTES = 1_048_576;

/** How long a browser waits before it reconnects, in milliseconds. */
const RETRY_MS = 2_000;

const format = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Creates {@link EventStreams} over a board. */
export function createEventStreams(board: Board): EventStreams {
  const clients = new Map<EventClient, Followed>();
  let unsubscribe: (() => void) | undefined;
  let isClosed = false;
  /** The parts that all clients that follow the page have. */
  let shown: PageParts | undefined;

  /** Only the parts that differ from those of the clients. */
  const newParts = (): string => {
    const [before, after] = [shown, drawParts(board)];
    shown = after;
    const changed = Object.entries(after).filter(
      ([name, part]) => before?.[name as keyof PageParts] !== part,
    );
    return format('page', Object.fromEntries(changed));
  };
  const send = ({ state, outcomes }: BoardNews): void => {
    const followed = new Set(clients.values());
    // Formatted once for all clients.
    const stateText = followed.has('all') ? format('state', state) : '';
    const outcomesText = outcomes.length === 0 ? '' : format('outcomes', outcomes);
    const texts: Readonly<Record<Followed, string>> = {
      all: stateText + outcomesText,
      // A comment keeps proxies from closing an idle connection.
      outcomes: outcomesText || ':\n\n',
      page: followed.has('page') ? newParts() : '',
    };
    for (const [client, only] of clients) {
      if (client.waitingBytes() > MAX_WAITING_BYTES) client.cut();
      else client.write(texts[only]);
    }
  };
  const remove = (client: EventClient): void => {
    clients.delete(client);
    if (clients.size > 0) return;
    unsubscribe?.();
    unsubscribe = undefined;
  };

  return {
    isFull: () => isClosed || clients.size >= MAX_CLIENTS,
    open: (client, only) => {
      client.write(`retry: ${RETRY_MS}\n\n`);
      if (only === 'all') client.write(format('state', board.state()));
      if (only === 'page') {
        client.write(format('page', drawParts(board)));
        // It may differ from the parts of the others: the next time, all clients get everything.
        shown = undefined;
      }
      clients.set(client, only);
      unsubscribe ??= board.subscribe(send);
      return () => remove(client);
    },
    close: () => {
      isClosed = true;
      for (const client of clients.keys()) client.end();
    },
  };
}
