import type { ServerResponse } from 'node:http';
import type { Board, BoardNews } from './board.ts';

/** The clients that follow the server by server-sent events. */
export interface EventStreams {
  /** Serves a client until it leaves. Returns false if there are too many. */
  readonly open: (response: ServerResponse, only: 'all' | 'outcomes') => boolean;
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
  const clients = new Map<ServerResponse, 'all' | 'outcomes'>();
  let unsubscribe: (() => void) | undefined;

  const send = ({ state, outcomes }: BoardNews): void => {
    // Formatted once for all of them.
    const stateText = format('state', state);
    const outcomesText = outcomes.length === 0 ? '' : format('outcomes', outcomes);
    for (const [response, only] of clients) {
      if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
      // A comment keeps proxies from closing an idle connection.
      else response.write(only === 'all' ? stateText + outcomesText : outcomesText || ':\n\n');
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
