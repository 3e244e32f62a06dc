import { askServer } from '../ask-server.ts';
import type { Host } from '../host.ts';
import { UsageError } from '../options.ts';
import { explainEvent, lineOf, type EventTrace, type OutcomeEntry } from '../show/outcome-text.ts';

/** Options of `adit tail`. */
export interface TailOptions {
  /** The origin of the admin port, or the address of the operations page. */
  readonly url: string;
  readonly token: string | undefined;
  readonly json: boolean;
}

/** The parts of the runtime that `adit tail` uses. */
export interface TailTools {
  readonly fetch: typeof fetch;
}

const EVENT_ID = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/**
 * Follows the outcomes of a tunnel server, or shows where one event went.
 * @returns 0 if the event was found; 1 if it was not, or if the server ended the connection
 * @throws UsageError if the server cannot be reached
 */
export async function runTail(
  eventId: string | undefined,
  { url, token, json }: TailOptions,
  host: Pick<Host, 'print' | 'warn'>,
  { fetch: ask }: TailTools,
): Promise<number> {
  if (eventId !== undefined && !EVENT_ID.test(eventId)) {
    throw new UsageError(`${eventId} is no event id; use its 32 hexadecimal digits`);
  }
  const path = eventId === undefined ? 'events?only=outcomes' : `outcomes?event=${eventId}`;
  const response = await askServer(ask, { url, path, token });
  const show = (value: unknown, text: string): void => host.print(`${json ? JSON.stringify(value) : text}\n`);
  if (eventId !== undefined) {
    const trace = (await response.json()) as EventTrace;
    show(trace, explainEvent(trace).join('\n'));
    return trace.outcomes.length + trace.forwards.length > 0 ? 0 : 1;
  }
  host.warn(`Following ${new URL(url).origin} …\n`);
  for await (const entries of readOutcomes(response)) for (const entry of entries) show(entry, lineOf(entry));
  host.warn('adit: the server ended the connection\n');
  return 1;
}

/** The lists of outcomes in a stream of server-sent events. */
async function* readOutcomes({ body }: Response): AsyncGenerator<readonly OutcomeEntry[]> {
  const decoder = new TextDecoder();
  let waiting = '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    waiting += decoder.decode(chunk, { stream: true });
    const messages = waiting.split('\n\n');
    waiting = messages.pop() ?? '';
    for (const message of messages) {
      const [, data] = /^event: outcomes\ndata: (.*)$/m.exec(message) ?? [];
      if (data !== undefined) yield JSON.parse(data) as OutcomeEntry[];
    }
  }
}
