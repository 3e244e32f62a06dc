import { MISSING_CHUNK, readProperty } from '@adit/common';
import type { Event, EventHint } from '@sentry/core';
import { isControlFlow } from './control-flow.ts';
import { capturedError, eventMessages, userAgent } from './error-facts.ts';
import {
  EXTENSION_MESSAGING,
  MAIL_SCANNER,
  WALLETS_AND_USER_SCRIPTS,
  WEBVIEW_BRIDGE,
} from './foreign-messages.ts';
import { hasApplicationFrame, hasStack, isEvaluatedText } from './frame-origins.ts';
import { isInjectedScriptError, isThrownByExtension } from './injected-scripts.ts';
import { matchesRow, type MessageRow } from './message-rows.ts';
import { isEnvelopeAddress } from './envelope-address.ts';
import { isCutOff } from './page-leave.ts';
import { pathOf, spanAddresses, spanMethod, spanStatus, type SpanFacts } from './span-facts.ts';
import { isVisitorAbort } from './visitor-aborts.ts';

/** The side that a filter runs on. Edge runtimes count as servers. */
export type NoiseSide = 'client' | 'server';

/** Facts about the page and the host that rules use. */
export interface NoiseContext {
  /** The tunnel path. */
  readonly tunnelPath: string;
  /** Origins to which servers send envelopes. */
  readonly ingestOrigins: readonly string[];
  /** Whether the server answered the current document with 404. Always `false` on servers. */
  readonly isNotFoundPage: () => boolean;
  /** Whether the browser or an extension has translated the current document. */
  readonly isTranslatedPage: () => boolean;
  /** Whether the visitor is leaving the current document, from `pagehide` on. */
  readonly isPageLeaving: () => boolean;
  /** Whether a user agent is that of a crawler. Always `false` where the host knows no crawlers, as in browsers. */
  readonly isBot: (userAgent: string) => boolean;
}

/** One kind of event or span to drop, or to group if the rule has a `fingerprint`. */
export interface NoiseRule {
  readonly id: string;
  /** Why events of this kind are dropped. Logs and pages show it. */
  readonly reason: string;
  readonly side: NoiseSide | 'both';
  /** Whether an error event is this kind of noise. */
  readonly matchesError?: (event: Event, hint: EventHint, context: NoiseContext) => boolean;
  /** Whether a span or a transaction is. If a segment matches, its children are dropped too. */
  readonly matchesSpan?: (span: SpanFacts, context: NoiseContext) => boolean;
  /**
   * Returns the fingerprint for error events that match. They are kept, and a fingerprint that they have wins. Rules that drop come
   * first. Without this function, matching events are dropped.
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

// The browser's message if a script of another origin fails without CORS. Internet Explorer's engines and some web views add
// words to it. It has no stack; an application's own error with that message has one.
const SCRIPT_ERROR = /^(?:Uncaught )?(?:Javascript error: )?Script error\.?(?: on line 0)?$/i;

// The message up to Chromium 113 and Firefox's, then the one of the current specification
// (https://drafts.csswg.org/resize-observer/#deliver-resize-loop-error). Sentry's own defaults contain only the second.
const RESIZE_OBSERVER_LOOP =
  /^(?:Uncaught )?(?:Error: )?ResizeObserver loop (?:limit exceeded|completed with undelivered notifications)\.?$/;

// Names that Next gives to requests of the pages router and the App Router.
const NOT_FOUND_NAME = /^(?:[A-Z]+ )?\/(?:404|_not-found)(?:\/page)?$/;
const API_PATH = /^\/api(?:\/|$)/;
const PAGE_METHODS = new Set(['GET', 'HEAD']);

// React's replacement for a server's message in production (`resolveErrorProd` in ReactFlightClient). In development the message
// stays, and so does the event.
// #441 is thrown in the browser in place of the server's error; #419 says that a Suspense boundary failed on the server.
const SERVER_ERROR_ECHO =
  /^(?:Minified React error #4(?:41|19);|An error occurred in the Server Components render|The server could not finish this Suspense boundary)/;

// DOM operations on text that a translator has wrapped in `<font>` elements (https://github.com/facebook/react/issues/11538),
// with the messages of Chromium, Firefox and Safari.
const MOVED_NODE =
  /^(?:Failed to execute '(?:removeChild|insertBefore|replaceChild)' on 'Node': The node |Node\.(?:removeChild|insertBefore|replaceChild): (?:The node|Child) to be |Node\.insertBefore: Child to insert before |The object can not be found here\.$)/;

/** A rule that decides by the message alone. */
function matching(
  rows: readonly MessageRow[],
): Pick<NoiseRule, 'side' | 'matchesError'> & { side: 'client' } {
  return { side: 'client', matchesError: (event) => matchesRow(event, rows) };
}

/** The built-in rules. The first that matches decides. */
export const NOISE_RULES: readonly (NoiseRule & { readonly id: NoiseRuleId })[] = [
  {
    id: 'cross-origin-script-error',
    reason: 'A script of another origin failed; the browser hides the details',
    side: 'client',
    matchesError: (event) =>
      !hasStack(event) && eventMessages(event).some((message) => SCRIPT_ERROR.test(message)),
  },
  {
    id: 'resize-observer-loop',
    reason: 'The browser delayed a resize notification to the next frame; the visitor sees nothing',
    side: 'client',
    matchesError: (event) =>
      !hasApplicationFrame(event) &&
      eventMessages(event).some((message) => RESIZE_OBSERVER_LOOP.test(message)),
  },
  {
    id: 'injected-script-error',
    reason: 'A script failed that the browser, an app or an ad blocker injected into the page',
    side: 'client',
    matchesError: isInjectedScriptError,
  },
  {
    id: 'browser-extension',
    reason: 'A browser extension threw the error, or a script of the browser or of the app around the page',
    side: 'client',
    matchesError: isThrownByExtension,
  },
  {
    ...matching(WEBVIEW_BRIDGE),
    id: 'webview-bridge',
    reason: 'The bridge between an app and the page in its web view broke',
  },
  {
    ...matching(EXTENSION_MESSAGING),
    id: 'extension-messaging',
    reason: 'The scripts of a browser extension lost their connection',
  },
  {
    ...matching(WALLETS_AND_USER_SCRIPTS),
    id: 'wallet-or-user-script',
    reason: 'A wallet or a user script of the visitor failed',
  },
  {
    ...matching(MAIL_SCANNER),
    id: 'mail-scanner',
    reason: 'A mail service opened the link to check it',
  },
  {
    // koala73/worldmonitor#2213, koala73/worldmonitor#698, studie-tech/TheNinjaRPG#958, RabbyHub/Rabby#2046
    id: 'evaluated-script',
    reason: 'Code failed that an app, an extension or the console evaluated in the page',
    side: 'client',
    matchesError: isEvaluatedText,
  },
  {
    id: 'not-found-page-transaction',
    reason: 'The requested page does not exist; its timing says nothing about the application',
    side: 'both',
    matchesSpan: (span, { isNotFoundPage }) =>
      span.isSegment &&
      (NOT_FOUND_NAME.test(span.name) ||
        (span.op === 'pageload' && (spanStatus(span) === '404' || isNotFoundPage())) ||
        isPageRequestAnswered404(span)),
  },
  {
    id: 'framework-control-flow',
    reason: 'redirect(), notFound(), forbidden() and unauthorized() throw errors that the framework catches',
    side: 'both',
    matchesError: isControlFlow,
  },
  {
    id: 'server-error-echo',
    reason: 'The server has already reported this error with the same digest',
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
    reason: 'The visitor left before the response was complete',
    side: 'server',
    matchesError: isVisitorAbort,
  },
  {
    id: 'page-leave-abort',
    reason: 'The visitor left the page, which aborts its open requests',
    side: 'client',
    matchesError: (event, _hint, { isPageLeaving }) => isPageLeaving() && isCutOff(event),
  },
  {
    id: 'translated-page',
    reason: 'A translation tool replaced nodes that the application had rendered',
    side: 'client',
    matchesError: (event, _hint, { isTranslatedPage }) => {
      const { type, message } = capturedError(event);
      return type === 'NotFoundError' && MOVED_NODE.test(message) && isTranslatedPage();
    },
  },
  {
    id: 'bot',
    reason: 'The request came from a crawler',
    side: 'both',
    matchesError: (event, _hint, { isBot }) => isBot(userAgent(event) ?? ''),
    matchesSpan: ({ attribute }, { isBot }) =>
      isBot(
        attribute('user_agent.original') ??
          attribute('http.user_agent') ??
          attribute('http.request.header.user_agent') ??
          '',
      ),
  },
  {
    id: 'own-tunnel-span',
    reason: 'The request carries monitoring data',
    side: 'both',
    matchesSpan: (span, { tunnelPath, ingestOrigins }) =>
      spanAddresses(span).some(
        (address) =>
          (address.includes(tunnelPath) && pathOf(address).replace(/\/$/, '') === tunnelPath) ||
          isEnvelopeAddress(address, ingestOrigins),
      ),
  },
  {
    id: 'chunk-load-error',
    reason: 'A part of the application did not load; kept as one issue for each kind of loader',
    side: 'both',
    matchesError: (event) => failedLoader(event) !== undefined,
    fingerprint: (event) => ['chunk-load-error', String(failedLoader(event))],
  },
];

/** After notFound() in an existing page the span has that page's name. A 404 of an API is a regular answer and stays. */
function isPageRequestAnswered404(span: SpanFacts): boolean {
  return (
    span.op === 'http.server' &&
    spanStatus(span) === '404' &&
    PAGE_METHODS.has(spanMethod(span) ?? 'GET') &&
    !spanAddresses(span).some((address) => API_PATH.test(pathOf(address)))
  );
}

/** The loaders whose failures are grouped, one issue each. */
const LOADERS = [
  ['stylesheet', /CSS|stylesheet/],
  ['turbopack', /^Failed to load chunk|^Module /],
  ['webpack', /^Loading (?:hot update )?chunk|^$/],
  ['module', /^/],
] as const;

function failedLoader(event: Event): string | undefined {
  const { type, message } = capturedError(event);
  return MISSING_CHUNK.test(`${type}: ${message}`)
    ? LOADERS.find(([, wording]) => wording.test(message))?.[0]
    : undefined;
}
