import { serverOutcomes } from '../../outcomes';

const ENCODER = new TextEncoder();

/** Streams the outcomes of the server's events, all of them after each new one (WHATWG HTML, server-sent events). */
export function GET(request: Request): Response {
  let unsubscribe = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (): void =>
        controller.enqueue(ENCODER.encode(`data: ${JSON.stringify(serverOutcomes.entries())}\n\n`));
      send();
      unsubscribe = serverOutcomes.subscribe(send);
      // Next cancels the stream when the visitor leaves, but not for a request that has ended before.
      if (request.signal.aborted) unsubscribe();
    },
    cancel: () => unsubscribe(),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
