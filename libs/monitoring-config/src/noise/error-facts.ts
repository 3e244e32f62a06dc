import type { Event, EventHint } from '@sentry/core';

/** What a person recognises an event by. */
export interface EventDescription {
  readonly type: string;
  readonly title: string;
  readonly eventId?: string;
}

/** The error itself and this many causes are looked at, as in @sentry/nextjs; it also ends a cyclic chain. */
const MAX_CAUSES = 5;

/** Reads a property of anything at all: whatever is thrown may have getters or be a proxy that throws again. */
export function readProperty(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  try {
    return Reflect.get(value, key) as unknown;
  } catch {
    return undefined;
  }
}

/** The error, its cause, the cause's cause …, depth-limited. */
export function causeChain(error: unknown): readonly unknown[] {
  const chain = [error];
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    const cause = readProperty(chain.at(-1), 'cause');
    if (cause === undefined) break;
    chain.push(cause);
  }
  return chain;
}

/** The captured exception. The SDK lists the errors linked to it first and the captured one last. */
export function capturedException(event: Event) {
  return event.exception?.values?.at(-1);
}

/** Longest part of a message that rules look at, in characters; the longest wording in a table is a third of it. */
const MAX_MESSAGE_LENGTH = 500;

/** Texts an event may be known by: its message, and its exception's value. Cut off, so that matching takes no time to speak of. */
export function eventMessages(event: Event): readonly string[] {
  const candidates = [event.message, event.logentry?.message, capturedException(event)?.value];
  return candidates
    .filter((text): text is string => text !== undefined && text !== '')
    .map((text) => text.slice(0, MAX_MESSAGE_LENGTH));
}

/** The captured exception's type and message, cut off as {@link eventMessages} are. */
export function capturedError(event: Event): { readonly type: string; readonly message: string } {
  const { type = '', value = '' } = capturedException(event) ?? {};
  return { type, message: value.slice(0, MAX_MESSAGE_LENGTH) };
}

/** The captured exception's stack as text: the frames the SDK read, and what the error itself says. Empty when there is none. */
export function stackText(event: Event, { originalException }: EventHint): string {
  const frames = capturedException(event)?.stacktrace?.frames ?? [];
  const lines = frames.map(({ function: name = '', filename = '' }) => `at ${name} (${filename})`);
  const stack = readProperty(originalException, 'stack');
  // The first line repeats name and message, which are not evidence of where it happened.
  if (typeof stack === 'string') lines.push(...stack.split('\n').filter((line) => /^\s+at /.test(line)));
  return lines.join('\n');
}

/** The browser an event came from, on the client from the event and on the server from the request it belongs to. */
export function userAgent(event: Event): string | undefined {
  const headers = event.request?.headers ?? event.sdkProcessingMetadata?.normalizedRequest?.headers ?? {};
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
}

/** Names an event for the outcome log. */
export function describeEvent(event: Event): EventDescription {
  return {
    type: event.type ?? 'error',
    title: event.type === 'transaction' ? (event.transaction ?? '') : errorTitle(event),
    ...(event.event_id !== undefined && { eventId: event.event_id }),
  };
}

function errorTitle(event: Event): string {
  const exception = capturedException(event);
  if (exception === undefined) return eventMessages(event)[0] ?? '';
  return `${exception.type ?? 'Error'}: ${exception.value ?? ''}`;
}
