import type { IngestExchange, IngestTransport } from '@adit/tunnel';

/** A transport that can be told that time is up. */
export interface DeadlineTransport {
  readonly transport: IngestTransport;
  /**
   * Fails what ingest has not answered and whatever comes after, as if ingest could not be reached: the tunnel then
   * stores it, and its client is told so.
   */
  readonly expire: () => void;
}

/** Puts an end to waiting for ingest, so that a server that stops is held up by nobody. */
export function createDeadlineTransport(transport: IngestTransport): DeadlineTransport {
  const waiting = new Set<IngestExchange>();
  let isExpired = false;

  return {
    transport: {
      ...transport,
      send: (request) => {
        if (isExpired) {
          return { answer: Promise.reject(new Error('the server is stopping')), abort: () => undefined };
        }
        const exchange = transport.send(request);
        const forget = (): boolean => waiting.delete(exchange);
        waiting.add(exchange);
        exchange.answer.then(forget, forget);
        return exchange;
      },
    },
    expire: () => {
      isExpired = true;
      // An answer that is given up rejects.
      for (const exchange of waiting) exchange.abort();
    },
  };
}
