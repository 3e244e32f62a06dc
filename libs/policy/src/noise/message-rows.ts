import type { Event } from '@sentry/core';
import { capturedException, eventMessages } from './error-facts.ts';
import { hasApplicationFrame, hasScriptFrame, hasStack } from './frame-origins.ts';

/** A message of a script that is not part of the application. It matches errors without a frame of the application. */
interface MessageRow {
  readonly pattern: RegExp;
  /** Whether only the foreign script can have this message. Then frames of the application do not matter. */
  readonly foreign?: true;
  /** Functions of a foreign script that runs under the document's address. A stack must have one of them, and no frame in another file. */
  readonly within?: RegExp;
}

/** Rows, and whether any of them has a message. One expression is read faster than many, and most errors match none. */
export interface MessageRows {
  readonly rows: readonly MessageRow[];
  readonly any: RegExp;
}

/** Creates {@link MessageRows}. Their patterns have no flags. */
export const messageRows = (rows: readonly MessageRow[]): MessageRows => ({
  rows,
  any: new RegExp(rows.map(({ pattern }) => `(?:${pattern.source})`).join('|')),
});

// Text that browsers and SDKs put before a message.
const PREFIX =
  /^(?:Uncaught )?(?:\(in promise\) )?(?:(?:Type|Reference)?Error: |Non-Error promise rejection captured with value: )?/;

/** Returns whether a row matches one of the event's messages and the stack does not contradict it. */
export function matchesRow(event: Event, { rows, any }: MessageRows): boolean {
  const messages = eventMessages(event).map((message) => message.replace(PREFIX, ''));
  if (!messages.some((message) => any.test(message))) return false;
  return rows.some(
    ({ pattern, foreign, within }) =>
      messages.some((message) => pattern.test(message)) &&
      (foreign === true || (within ? runsInDocument(event, within) : !hasApplicationFrame(event))),
  );
}

function runsInDocument(event: Event, name: RegExp): boolean {
  if (!hasStack(event)) return true;
  const frames = capturedException(event)?.stacktrace?.frames ?? [];
  return !hasScriptFrame(event) && frames.some((frame) => name.test(frame.function ?? ''));
}
