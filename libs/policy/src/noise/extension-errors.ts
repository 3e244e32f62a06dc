import type { Event } from '@sentry/core';
import { capturedError } from './error-facts.ts';
import { hasApplicationFrame, isExtensionFrame, throwingFrame } from './frame-origins.ts';

// Engines' messages for a fault in the throwing frame itself: a read or a call that is not possible. Errors that come from a
// function of the browser, such as `fetch` or `JSON.parse`, have other messages.
const FAULTS_OF_A_FRAME = new Set(['TypeError', 'ReferenceError']);
const FAULT_OF_A_FRAME =
  /^(?:Cannot (?:read|set) propert|can't access property |(?:undefined|null) is not an object \(evaluating |Can't find variable: )|^[\w$.()]+ is (?:not (?:defined|a function)|undefined|null)(?:$|\. \(In )/;

/**
 * Returns whether an extension threw the error. Extensions wrap `fetch`, `JSON.parse` and others, so their frame is on top if a call
 * of the application fails. With frames of the application below, only a fault in the extension's own code counts. Call this before
 * @sentry/nextjs rewrites all origins to `app://` (`NextjsClientStackFrameNormalization`).
 */
export function isThrownByExtension(event: Event): boolean {
  const frame = throwingFrame(event);
  if (frame === undefined || !isExtensionFrame(frame)) return false;
  const { type, message } = capturedError(event);
  return !hasApplicationFrame(event) || (FAULTS_OF_A_FRAME.has(type) && FAULT_OF_A_FRAME.test(message));
}
