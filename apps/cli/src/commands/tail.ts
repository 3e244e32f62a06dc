import type { Host } from '../host.ts';
import { UsageError } from '../options.ts';
import { explainEvent, lineOf, type EventTrace, type OutcomeEntry } from '../show/outcome-text.ts';

/** Options of `adit tail`. */
export interface TailOptions {
  /** The origin of the admin port. */
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
  const path = eventId === undefined ? '/events?only=outcomes' : `/outcomes?event=${eventId}`;
  const response = await open(ask, url, path, token);
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

async function open(
  ask: typeof fetch,
  url: string,
  path: string,
  token: string | undefined,
): Promise<Response> {
  let target: URL;
  try {
    target = new URL(path, url);
  } catch {
    throw new UsageError(
      `--url ${url} is not valid; use the origin of the admin port, such as http://127.0.0.1:8788`,
    );
  }
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  let response: Response;
  try {
    response = await ask(target, { headers, redirect: 'error' });
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
    throw new UsageError(
      `${target.origin} cannot be reached${code}; set --url to the origin of the admin port`,
    );
  }
  if (response.ok) return response;
  const { status } = response;
  await response.body?.cancel();
  if (status === 401) throw new UsageError('the server asks for a token; set ADIT_ADMIN_TOKEN');
  throw new UsageError(`${target.origin} answered ${status}; is it the admin port of a tunnel server?`);
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
