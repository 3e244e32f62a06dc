import { readProperty } from '@adit/common';
import type { Event, EventHint } from '@sentry/core';

/** Type, title and id of an event, for logs. */
export interface EventDescription {
  readonly type: string;
  readonly title: string;
  readonly eventId?: string;
}

/** Returns the captured exception. The SDK lists it last, after the errors that are linked to it. */
export function capturedException(event: Event) {
  return event.exception?.values?.at(-1);
}

/** Longest part of a message that rules read, in characters. The longest pattern is a third of it. */
const MAX_MESSAGE_LENGTH = 500;

/** Returns the event's messages and its exception's value, cut off so that matching is fast. */
export function eventMessages(event: Event): readonly string[] {
  const messages: string[] = [];
  for (const text of [event.message, event.logentry?.message, capturedException(event)?.value])
    if (text !== undefined && text !== '') messages.push(text.slice(0, MAX_MESSAGE_LENGTH));
  return messages;
}

/** Returns the captured exception's type and its message, cut off like {@link eventMessages}. */
export function capturedError(event: Event): { readonly type: string; readonly message: string } {
  const { type = '', value = '' } = capturedException(event) ?? {};
  return { type, message: value.slice(0, MAX_MESSAGE_LENGTH) };
}

/** Returns the captured exception's stack as text: the SDK's frames, then the error's own stack. Empty if there is none. */
export function stackText(event: Event, { originalException }: EventHint): string {
  const frames = capturedException(event)?.stacktrace?.frames ?? [];
  const lines = frames.map(({ function: name = '', filename = '' }) => `at ${name} (${filename})`);
  const stack = readProperty(originalException, 'stack');
  // The first lines repeat name and message, which do not show where the error happened.
  if (typeof stack === 'string') lines.push(...stack.split('\n').filter((line) => /^\s+at /.test(line)));
  return lines.join('\n');
}

/** Returns the user agent: from the event on the client, from its request on the server. */
export function userAgent(event: Event): string | undefined {
  const headers = event.request?.headers ?? event.sdkProcessingMetadata?.normalizedRequest?.headers ?? {};
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'user-agent');
  return name === undefined ? undefined : headers[name];
}

/** Returns the event's description for the outcome log. */
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
