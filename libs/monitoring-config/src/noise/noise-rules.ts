import type { Event, EventHint } from '@sentry/core';
import { isBot } from './bots.ts';
import {
  capturedException,
  causeChain,
  eventMessages,
  readProperty,
  throwingFrame,
  userAgent,
} from './error-facts.ts';
import { pathOf, spanAddresses, spanMethod, spanStatus, type SpanFacts } from './span-facts.ts';

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
}

/** One kind of event or span that is not worth its quota. */
export interface NoiseRule {
  readonly id: string;
  /** Why it is noise, for people. */
  readonly reason: string;
  readonly side: NoiseSide | 'both';
  /** Whether an error event is this kind of noise. */
  readonly matchesError?: (event: Event, hint: EventHint, context: NoiseContext) => boolean;
  /** Whether a span or a transaction is; a segment that matches takes its children with it. */
  readonly matchesSpan?: (span: SpanFacts, context: NoiseContext) => boolean;
}

/** Names of the built-in rules. */
export type NoiseRuleId =
  | 'cross-origin-script-error'
  | 'resize-observer-loop'
  | 'injected-script-error'
  | 'browser-extension'
  | 'not-found-page-transaction'
  | 'framework-control-flow'
  | 'server-error-echo'
  | 'aborted-request'
  | 'bot'
  | 'own-tunnel-span';

// What browsers report instead of the message when a script of another origin fails without CORS; Internet Explorer's
// engines and some webviews wrap it.
const SCRIPT_ERROR = /^(?:Uncaught )?(?:Javascript error: )?Script error\.?(?: on line 0)?$/i;

// The wording up to Chromium 113 and Firefox's, then the one of the current specification
// (https://drafts.csswg.org/resize-observer/#deliver-resize-loop-error). Sentry's own defaults know the second only.
const RESIZE_OBSERVER_LOOP =
  /^(?:Uncaught )?(?:Error: )?ResizeObserver loop (?:limit exceeded|completed with undelivered notifications)\.?$/;

/**
 * Sentry's default list (`eventFilters.ts` in @sentry/core 11.8) without the rows above: it is switched off there, because it drops
 * in silence, and kept here, where drops are counted.
 */
const INJECTED_SCRIPT_ERRORS: readonly RegExp[] = [
  /^Cannot redefine property: googletag$/, // Google Tag Manager beside an ad blocker
  /^Can't find variable: gmo$/, // Google's search app, https://issuetracker.google.com/issues/396043331
  /^undefined is not an object \(evaluating 'a\.[A-Z]'\)$/, // seen everywhere, caused by no page
  /can't redefine non-configurable property "solana"/, // wallets, in extensions or in the browser
  /vv\(\)\.getRestrictions is not a function/, // Google Tag Manager
  /Can't find variable: _AutofillCallbackHandler/, // Instagram's webview
  /Object Not Found Matching Id:\d+, MethodName:simulateEvent/, // CefSharp, Chromium inside .NET programs
  /Java exception was raised during method invocation$/, // Facebook's browser
  /Java object is gone$/, // Facebook's browser
];

const EXTENSION_URL =
  /^(?:chrome|moz|safari|safari-web|ms-browser)-extension:\/\/|^webkit-masked-url:\/\/hidden/;

// Pages router, App Router, and the names Next gives their requests.
const NOT_FOUND_NAME = /^(?:[A-Z]+ )?\/(?:404|_not-found)(?:\/page)?$/;
const API_PATH = /^\/api(?:\/|$)/;
const PAGE_METHODS = new Set(['GET', 'HEAD']);

// next/dist/client/components: redirect-error.ts and http-access-fallback; NEXT_NOT_FOUND until Next 15.
const CONTROL_FLOW_DIGEST =
  /^(?:NEXT_REDIRECT(?:;|$)|NEXT_HTTP_ERROR_FALLBACK;(?:404|403|401)(?:;|$)|NEXT_NOT_FOUND$)/;

// Where only the message survived, it must be all of the message: people may write about redirects.
const CONTROL_FLOW_MESSAGE = /^(?:NEXT_REDIRECT|NEXT_HTTP_ERROR_FALLBACK;(?:404|403|401)|NEXT_NOT_FOUND)$/;

// What React puts in place of a server's message when it hands the error to the browser, in production only
// (`resolveErrorProd` in ReactFlightClient); development keeps the message, and the event.
const SERVER_ERROR_ECHO = /^(?:Minified React error #441;|An error occurred in the Server Components render)/;

// `isAbortError` in next/dist/server/pipe-readable.
const ABORT_NAMES: readonly unknown[] = ['AbortError', 'ResponseAborted'];

const ENVELOPE_PATH = /^\/(?:[^?#]*\/)?api\/\d+\/envelope$/;

/** The built-in rules, in the order in which they are asked. */
export const NOISE_RULES: readonly (NoiseRule & { readonly id: NoiseRuleId })[] = [
  {
    id: 'cross-origin-script-error',
    reason: 'A script of another origin failed and the browser hides what happened',
    side: 'client',
    matchesError: (event) => eventMessages(event).some((message) => SCRIPT_ERROR.test(message)),
  },
  {
    id: 'resize-observer-loop',
    reason: 'The browser put a resize notification off to the next frame; nobody sees it',
    side: 'client',
    matchesError: (event) => eventMessages(event).some((message) => RESIZE_OBSERVER_LOOP.test(message)),
  },
  {
    id: 'injected-script-error',
    reason: 'A script failed that the browser, an app or an ad blocker put into the page',
    side: 'client',
    matchesError: (event) =>
      eventMessages(event).some((message) => INJECTED_SCRIPT_ERRORS.some((pattern) => pattern.test(message))),
  },
  {
    id: 'browser-extension',
    reason: 'A browser extension threw it',
    side: 'client',
    matchesError: (event) => EXTENSION_URL.test(throwingFrame(event)?.filename ?? ''),
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
    matchesError: (event, { originalException }) =>
      causeChain(originalException).some(hasControlFlowDigest) ||
      (event.exception?.values ?? []).some(({ value }) => CONTROL_FLOW_MESSAGE.test(value ?? '')),
  },
  {
    id: 'server-error-echo',
    reason: 'The server has reported this error itself, under the same digest',
    side: 'client',
    matchesError: (event, { originalException }) => {
      const digest = readProperty(originalException, 'digest');
      return (
        typeof digest === 'string' &&
        digest !== '' &&
        SERVER_ERROR_ECHO.test(capturedException(event)?.value ?? '')
      );
    },
  },
  {
    id: 'aborted-request',
    reason: 'The visitor left before the answer was complete',
    side: 'server',
    matchesError: (event, { originalException }) =>
      isAbort(originalException) || ABORT_NAMES.includes(capturedException(event)?.type),
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
        (address) =>
          pathOf(address) === tunnelPath ||
          (ENVELOPE_PATH.test(pathOf(address)) &&
            ingestOrigins.some((origin) => address.startsWith(`${origin}/`))),
      ),
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

function hasControlFlowDigest(error: unknown): boolean {
  const digest = readProperty(error, 'digest');
  return typeof digest === 'string' && CONTROL_FLOW_DIGEST.test(digest);
}

/** Node's `Error: aborted` is an incoming request cut off; `read ECONNRESET` is a peer of ours failing, and is kept. */
function isAbort(error: unknown): boolean {
  if (ABORT_NAMES.includes(readProperty(error, 'name'))) return true;
  return readProperty(error, 'code') === 'ECONNRESET' && readProperty(error, 'message') === 'aborted';
}
