import type { ServerResponse } from 'node:http';
import type { Board, BoardNews } from './board.ts';
import { drawParts, type PageParts } from './page/parts.ts';

/** What a client follows: the state and the outcomes, the outcomes alone, or the parts of the page. */
export type Followed = 'all' | 'outcomes' | 'page';

/** The clients that follow the server by server-sent events. */
export interface EventStreams {
  /** Serves a client until it leaves. Returns false if there are too many. */
  readonly open: (response: ServerResponse, only: Followed) => boolean;
  /** Ends all of them. */
  readonly close: () => void;
}

/** Clients at a time. */
export const MAX_CLIENTS = 20;

/** What may wait for a slow client, in bytes. Beyond, its connection is closed; a browser connects again. */
const MAX_WAITING_BYTES = 1_048_576;

/** How long a browser waits before it connects again, in milliseconds. */
const RETRY_MS = 2_000;

const format = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Creates {@link EventStreams} over a board. */
export function createEventStreams(board: Board): EventStreams {
  const clients = new Map<ServerResponse, Followed>();
  let unsubscribe: (() => void) | undefined;
  /** What all clients that follow the page have. */
  let shown: PageParts | undefined;

  /** Only the parts that differ from what those clients have. */
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
    // Formatted once for all of them.
    const stateText = followed.has('all') ? format('state', state) : '';
    const outcomesText = outcomes.length === 0 ? '' : format('outcomes', outcomes);
    const texts: Readonly<Record<Followed, string>> = {
      all: stateText + outcomesText,
      // A comment keeps proxies from closing an idle connection.
      outcomes: outcomesText || ':\n\n',
      page: followed.has('page') ? newParts() : '',
    };
    for (const [response, only] of clients) {
      if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
      else response.write(texts[only]);
    }
  };
  const remove = (response: ServerResponse): void => {
    clients.delete(response);
    if (clients.size > 0) return;
    unsubscribe?.();
    unsubscribe = undefined;
  };

  return {
    open: (response, only) => {
      if (clients.size >= MAX_CLIENTS) return false;
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      });
      response.write(`retry: ${RETRY_MS}\n\n`);
      if (only === 'all') response.write(format('state', board.state()));
      if (only === 'page') {
        response.write(format('page', drawParts(board)));
        // It may differ from what the others have: the next time, all get everything.
        shown = undefined;
      }
      clients.set(response, only);
      unsubscribe ??= board.subscribe(send);
      response.on('close', () => remove(response));
      return true;
    },
    close: () => {
      for (const response of clients.keys()) response.end();
    },
  };
}
