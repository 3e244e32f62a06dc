import type { Event } from '@sentry/core';
import { capturedException, eventMessages } from './error-facts.ts';
import { hasApplicationFrame, hasScriptFrame, hasStack } from './frame-origins.ts';

/** One wording of a script that is not the application's. It drops an error without a frame of the application. */
export interface MessageRow {
  readonly pattern: RegExp;
  /** Nothing but the foreign script can say it, so that frames of the application do not count. */
  readonly foreign?: true;
  /**
   * The foreign script runs under the address of the document. With a stack, one of its functions has to be of this name, and no
   * frame may lie in another file.
   */
  readonly within?: RegExp;
}

// What browsers and SDKs put before a message.
const PREFIX =
  /^(?:Uncaught )?(?:\(in promise\) )?(?:(?:Type|Reference)?Error: |Non-Error promise rejection captured with value: )?/;

/** Whether a row of a table is known by one of the event's messages, and the stack does not speak against it. */
export function matchesRow(event: Event, rows: readonly MessageRow[]): boolean {
  const messages = eventMessages(event).map((message) => message.replace(PREFIX, ''));
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
