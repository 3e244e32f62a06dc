import { serverOutcomes } from '../../../monitoring/server';

const ENCODER = new TextEncoder();

/** Streams what the server's SDKs did with their events, anew after each outcome (WHATWG HTML, server-sent events). */
export function GET(request: Request): Response {
  let unsubscribe = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (): void =>
        controller.enqueue(ENCODER.encode(`data: ${JSON.stringify(serverOutcomes.entries())}\n\n`));
      send();
      unsubscribe = serverOutcomes.subscribe(send);
      // Next cancels the stream when the visitor leaves; a request that ended before is not told again.
      if (request.signal.aborted) unsubscribe();
    },
    cancel: () => unsubscribe(),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
