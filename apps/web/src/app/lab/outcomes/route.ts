import { serverOutcomes } from '../../../monitoring/server';

const ENCODER = new TextEncoder();

/** Streams what the server's SDKs did with their events, anew after each outcome (WHATWG HTML, server-sent events). */
export function GET(request: Request): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = () =>
        controller.enqueue(ENCODER.encode(`data: ${JSON.stringify(serverOutcomes.entries())}\n\n`));
      send();
      const unsubscribe = serverOutcomes.subscribe(send);
      request.signal.addEventListener('abort', () => {
        unsubscribe();
        controller.close();
      });
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
