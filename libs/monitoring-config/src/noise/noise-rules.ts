import type { Event, EventHint } from '@sentry/core';
import { isBot } from './bots.ts';
import { failedChunkLoader } from './chunk-load-errors.ts';
import { isControlFlow } from './control-flow.ts';
import { capturedError, eventMessages, readProperty, userAgent } from './error-facts.ts';
import {
  EXTENSION_MESSAGING,
  MAIL_SCANNER,
  WALLETS_AND_USER_SCRIPTS,
  WEBVIEW_BRIDGE,
} from './foreign-messages.ts';
import { hasApplicationFrame, hasStack, isEvaluatedText } from './frame-origins.ts';
import { isInjectedScriptError, isThrownByExtension } from './injected-scripts.ts';
import { matchesRow } from './message-rows.ts';
import { isEnvelopeAddress } from './own-requests.ts';
import { isCutOff } from './page-leave.ts';
import { pathOf, spanAddresses, spanMethod, spanStatus, type SpanFacts } from './span-facts.ts';
import { isVisitorAbort } from './visitor-aborts.ts';

/**
 * Version of {@link NOISE_RULES}, a whole number. It grows by one whenever a rule is added, removed or renamed, or comes to match
 * other events than before, so that counts of two releases are compared only when it is the same in both.
 */
export const NOISE_RULES_VERSION = 3;

/** Where a filter runs; edge runtimes are servers. */
export type NoiseSide = 'client' | 'server';

/** What rules know besides the event. */
export interface NoiseContext {
  /** The tunnel's path. */
  readonly tunnelPath: string;
  /** Origins that servers send envelopes to. */
  readonly ingestOrigins: readonly string[];
  /** Whether the document on show was answered with 404; only the browser can know. */
  readonly isNotFoundPage: () => boolean;
  /** Whether the browser, or an extension, has translated the document on show. */
  readonly isTranslatedPage: () => boolean;
  /** Whether the document on show is being left, from `pagehide` on. */
  readonly isPageLeaving: () => boolean;
}

/** One kind of event or span that is not worth its quota, or, with a `fingerprint`, not worth an issue each. */
export interface NoiseRule {
  readonly id: string;
  /** Why it is noise, for people. */
  readonly reason: string;
  readonly side: NoiseSide | 'both';
  /** Whether an error event is this kind of noise. */
  readonly matchesError?: (event: Event, hint: EventHint, context: NoiseContext) => boolean;
  /** Whether a span or a transaction is; a segment that matches takes its children with it. */
  readonly matchesSpan?: (span: SpanFacts, context: NoiseContext) => boolean;
  /**
   * Makes this a rule that groups: error events that match are kept, and get this fingerprint unless they have one. It is asked after
   * all the rules that drop. Absent, what matches is dropped.
   */
  readonly fingerprint?: (event: Event) => readonly string[];
}

/** Names of the built-in rules. */
export type NoiseRuleId =
  | 'cross-origin-script-error'
  | 'resize-observer-loop'
  | 'injected-script-error'
  | 'browser-extension'
  | 'webview-bridge'
  | 'extension-messaging'
  | 'wallet-or-user-script'
  | 'mail-scanner'
  | 'evaluated-script'
  | 'not-found-page-transaction'
  | 'framework-control-flow'
  | 'server-error-echo'
  | 'aborted-request'
  | 'page-leave-abort'
  | 'translated-page'
  | 'bot'
  | 'own-tunnel-span'
  | 'chunk-load-error';

// What browsers report instead of the message when a script of another origin fails without CORS; Internet Explorer's
// engines and some webviews wrap it. It never has a stack; an application's own error of that message does.
const SCRIPT_ERROR = /^(?:Uncaught )?(?:Javascript error: )?Script error\.?(?: on line 0)?$/i;

// The wording up to Chromium 113 and Firefox's, then the one of the current specification
// (https://drafts.csswg.org/resize-observer/#deliver-resize-loop-error). Sentry's own defaults know the second only.
const RESIZE_OBSERVER_LOOP =
  /^(?:Uncaught )?(?:Error: )?ResizeObserver loop (?:limit exceeded|completed with undelivered notifications)\.?$/;

// Pages router, App Router, and the names Next gives their requests.
const NOT_FOUND_NAME = /^(?:[A-Z]+ )?\/(?:404|_not-found)(?:\/page)?$/;
const API_PATH = /^\/api(?:\/|$)/;
const PAGE_METHODS = new Set(['GET', 'HEAD']);

// What React puts in place of a server's message when it hands the error to the browser, in production only
// (`resolveErrorProd` in ReactFlightClient); development keeps the message, and the event.
const SERVER_ERROR_ECHO = /^(?:Minified React error #441;|An error occurred in the Server Components render)/;

// DOM operations on text that the translator has wrapped in `<font>` elements (https://github.com/facebook/react/issues/11538),
// in the words of Chromium, Firefox and Safari.
const MOVED_NODE =
  /^(?:Failed to execute '(?:removeChild|insertBefore|replaceChild)' on 'Node': The node |Node\.(?:removeChild|insertBefore|replaceChild): (?:The node|Child) to be |Node\.insertBefore: Child to insert before |The object can not be found here\.$)/;

/** The built-in rules, in the order in which they are asked. */
export const NOISE_RULES: readonly (NoiseRule & { readonly id: NoiseRuleId })[] = [
  {
    id: 'cross-origin-script-error',
    reason: 'A script of another origin failed and the browser hides what happened',
    side: 'client',
    matchesError: (event) =>
      !hasStack(event) && eventMessages(event).some((message) => SCRIPT_ERROR.test(message)),
  },
  {
    id: 'resize-observer-loop',
    reason: 'The browser put a resize notification off to the next frame; nobody sees it',
    side: 'client',
    matchesError: (event) =>
      !hasApplicationFrame(event) &&
      eventMessages(event).some((message) => RESIZE_OBSERVER_LOOP.test(message)),
  },
  {
    id: 'injected-script-error',
    reason: 'A script failed that the browser, an app or an ad blocker put into the page',
    side: 'client',
    matchesError: isInjectedScriptError,
  },
  {
    id: 'browser-extension',
    reason: 'A browser extension threw it, or a script of the browser or the app around the page',
    side: 'client',
    matchesError: isThrownByExtension,
  },
  {
    id: 'webview-bridge',
    reason: 'The bridge between an app and the page inside it broke',
    side: 'client',
    matchesError: (event) => matchesRow(event, WEBVIEW_BRIDGE),
  },
  {
    id: 'extension-messaging',
    reason: 'The scripts of a browser extension lost each other',
    side: 'client',
    matchesError: (event) => matchesRow(event, EXTENSION_MESSAGING),
  },
  {
    id: 'wallet-or-user-script',
    reason: 'A wallet or a user script failed that the visitor has installed',
    side: 'client',
    matchesError: (event) => matchesRow(event, WALLETS_AND_USER_SCRIPTS),
  },
  {
    id: 'mail-scanner',
    reason: 'A mail service tried the link out in a browser of its own',
    side: 'client',
    matchesError: (event) => matchesRow(event, MAIL_SCANNER),
  },
  {
    // koala73/worldmonitor#2213, koala73/worldmonitor#698, studie-tech/TheNinjaRPG#958, RabbyHub/Rabby#2046
    id: 'evaluated-script',
    reason: 'An app around the page, an extension or a console evaluated a text that failed',
    side: 'client',
    matchesError: isEvaluatedText,
  },
  {
    id: 'not-found-page-transaction',
    reason: 'A page that does not exist was asked for; its timing says nothing about the application',
    side: 'both',
    matchesSpan: (span, { isNotFoundPage }) =>
      span.isSegment &&
      (NOT_FOUND_NAME.test(span.name) ||
        (span.op === 'pageload' && (spanStatus(span) === '404' || isNotFoundPage())) ||
        isPageRequestAnswered404(span)),
  },
  {
    id: 'framework-control-flow',
    reason: 'redirect(), notFound(), forbidden() and unauthorized() throw to be caught by the framework',
    side: 'both',
    matchesError: isControlFlow,
  },
  {
    id: 'server-error-echo',
    reason: 'The server has reported this error itself, under the same digest',
    side: 'client',
    matchesError: (event, { originalException }) => {
      const digest = readProperty(originalException, 'digest');
      return (
        typeof digest === 'string' && digest !== '' && SERVER_ERROR_ECHO.test(capturedError(event).message)
      );
    },
  },
  {
    id: 'aborted-request',
    reason: 'The visitor left before the answer was complete',
    side: 'server',
    matchesError: isVisitorAbort,
  },
  {
    id: 'page-leave-abort',
    reason: 'The page was being left, which cuts off every request still under way',
    side: 'client',
    matchesError: (event, _hint, { isPageLeaving }) => isPageLeaving() && isCutOff(event),
  },
  {
    id: 'translated-page',
    reason:
      'A translator replaced the nodes that the application rendered; the document is marked as translated',
    side: 'client',
    matchesError: (event, _hint, { isTranslatedPage }) => {
      const { type, message } = capturedError(event);
      return type === 'NotFoundError' && MOVED_NODE.test(message) && isTranslatedPage();
    },
  },
  {
    id: 'bot',
    reason: 'A crawler was at work, not a person',
    side: 'both',
    matchesError: (event) => isBot(userAgent(event)),
    matchesSpan: ({ attribute }) =>
      isBot(
        attribute('user_agent.original') ??
          attribute('http.user_agent') ??
          attribute('http.request.header.user_agent'),
      ),
  },
  {
    id: 'own-tunnel-span',
    reason: 'Monitoring was carrying its own events',
    side: 'both',
    matchesSpan: (span, { tunnelPath, ingestOrigins }) =>
      spanAddresses(span).some(
        (address) => pathOf(address) === tunnelPath || isEnvelopeAddress(address, ingestOrigins),
      ),
  },
  {
    id: 'chunk-load-error',
    reason: 'A part of the application did not load; kept, as one issue for each kind of loader',
    side: 'both',
    matchesError: (event) => failedChunkLoader(event) !== undefined,
    fingerprint: (event) => ['chunk-load-error', String(failedChunkLoader(event))],
  },
];

/** notFound() in a page that exists answers 404 under the page's own name; an API's 404 is an answer like any other. */
function isPageRequestAnswered404(span: SpanFacts): boolean {
  return (
    span.op === 'http.server' &&
    spanStatus(span) === '404' &&
    PAGE_METHODS.has(spanMethod(span) ?? 'GET') &&
    !spanAddresses(span).some((address) => API_PATH.test(pathOf(address)))
  );
}
