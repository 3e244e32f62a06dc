import { readProperty } from '@adit/common';
import { isControlFlow } from './control-flow.ts';
import { capturedError, eventMessages } from './error-facts.ts';
import { hasApplicationFrame, hasStack } from './frame-origins.ts';
import { isThrownByExtension } from './extension-errors.ts';
import type { NoiseRule } from './noise-rule.ts';

// The browser's message if a script of another origin fails without CORS. Internet Explorer's engines and some web views add
// words to it. It has no stack; an application's own error with that message has one.
const SCRIPT_ERROR = /^(?:Uncaught )?(?:Javascript error: )?Script error\.?(?: on line 0)?$/i;

// The message up to Chromium 113 and Firefox's, then the one of the current specification
// (https://drafts.csswg.org/resize-observer/#deliver-resize-loop-error). Sentry's own defaults contain only the second.
const RESIZE_OBSERVER_LOOP =
  /^(?:Uncaught )?(?:Error: )?ResizeObserver loop (?:limit exceeded|completed with undelivered notifications)\.?$/;

// React's replacement for a server's message in production (`resolveErrorProd` in ReactFlightClient). In development the message
// stays, and so does the event.
// #441 is thrown in the browser in place of the server's error; #419 says that a Suspense boundary failed on the server.
const SERVER_ERROR_ECHO =
  /^(?:Minified React error #4(?:41|19);|An error occurred in the Server Components render|The server could not finish this Suspense boundary)/;

export const SCRIPT_ERROR_RULE = {
  id: 'cross-origin-script-error',
  reason: 'A script of another origin failed; the browser hides the details',
  side: 'client',
  matchesError: (event) =>
    !hasStack(event) && eventMessages(event).some((message) => SCRIPT_ERROR.test(message)),
} as const satisfies NoiseRule;

export const RESIZE_OBSERVER_RULE = {
  id: 'resize-observer-loop',
  reason: 'The browser delayed a resize notification to the next frame; the visitor sees nothing',
  side: 'client',
  matchesError: (event) =>
    !hasApplicationFrame(event) && eventMessages(event).some((message) => RESIZE_OBSERVER_LOOP.test(message)),
} as const satisfies NoiseRule;

export const EXTENSION_RULE = {
  id: 'browser-extension',
  reason: 'A browser extension threw the error, or a script of the browser or of the app around the page',
  side: 'client',
  matchesError: isThrownByExtension,
} as const satisfies NoiseRule;

export const CONTROL_FLOW_RULE = {
  id: 'framework-control-flow',
  reason: 'redirect(), notFound(), forbidden() and unauthorized() throw errors that the framework catches',
  side: 'both',
  matchesError: isControlFlow,
} as const satisfies NoiseRule;

export const SERVER_ECHO_RULE = {
  id: 'server-error-echo',
  reason: 'The server has already reported this error with the same digest',
  side: 'client',
  matchesError: (event, { originalException }) => {
    const digest = readProperty(originalException, 'digest');
    return (
      typeof digest === 'string' && digest !== '' && SERVER_ERROR_ECHO.test(capturedError(event).message)
    );
  },
} as const satisfies NoiseRule;

/**
 * The rules that a browser applies even if a tunnel applies all: they need no SDK to be loaded, or the error object, or
 * addresses of frames that the SDK rewrites.
 */
export const PAGE_RULES: readonly NoiseRule[] = [
  SCRIPT_ERROR_RULE,
  RESIZE_OBSERVER_RULE,
  EXTENSION_RULE,
  CONTROL_FLOW_RULE,
  SERVER_ECHO_RULE,
];

/** The part of `not-found-page-transaction` that only a browser knows: the status of its document. */
export const MISSING_PAGE_RULE: NoiseRule = {
  id: 'not-found-page-transaction',
  reason: 'The requested page does not exist; its timing says nothing about the application',
  side: 'client',
  matchesSpan: ({ isSegment, op }, { isNotFoundPage }) => isSegment && op === 'pageload' && isNotFoundPage(),
};
