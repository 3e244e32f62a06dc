import type { IngestExchange, IngestTransport } from '@adit/tunnel';

/** A transport with a deadline. */
interface DeadlineTransport {
  readonly transport: IngestTransport;
  /**
   * Fails all pending and future requests, as if ingest were unreachable. The tunnel then stores the envelopes and
   * answers their clients.
   */
  readonly expire: () => void;
}

/** Wraps a transport, so that a stopping server does not wait for ingest. */
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
      // The answer of an aborted exchange rejects.
      for (const exchange of waiting) exchange.abort();
    },
  };
}
