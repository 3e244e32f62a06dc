import { EVENT_HEADERS, type EventStreams, type Followed } from './event-stream.ts';

/** Answers with events until the client leaves or stops reading. */
export function streamEvents(streams: EventStreams, only: Followed): Response {
  const encoder = new TextEncoder();
  let leave = (): void => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        leave = streams.open(
          {
            write: (text) => controller.enqueue(encoder.encode(text)),
            waitingBytes: () => -Number(controller.desiredSize),
            end: () => {
              leave();
              controller.close();
            },
            cut: () => {
              leave();
              controller.error(new Error('The client does not read its events.'));
            },
          },
          only,
        );
      },
      cancel: () => leave(),
    },
    // Nothing is read ahead: events in the queue wait for the client.
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, { headers: EVENT_HEADERS });
}
