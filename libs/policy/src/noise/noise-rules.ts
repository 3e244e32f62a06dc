import { MISSING_CHUNK } from '@adit/common';
import type { Event } from '@sentry/core';
import { capturedError, userAgent } from './error-facts.ts';
import {
  EXTENSION_MESSAGING,
  MAIL_SCANNER,
  WALLETS_AND_USER_SCRIPTS,
  WEBVIEW_BRIDGE,
} from './foreign-messages.ts';
import { isEvaluatedText } from './frame-origins.ts';
import { isInjectedScriptError } from './injected-scripts.ts';
import { matchesRow, type MessageRows } from './message-rows.ts';
import { isEnvelopeAddress } from './envelope-address.ts';
import type { NoiseRule } from './noise-rule.ts';
import { isCutOff } from './page-leave.ts';
import {
  CONTROL_FLOW_RULE,
  EXTENSION_RULE,
  RESIZE_OBSERVER_RULE,
  SCRIPT_ERROR_RULE,
  SERVER_ECHO_RULE,
} from './page-rules.ts';
import { pathOf, someAddress, spanMethod, spanStatus, type SpanFacts } from './span-facts.ts';
import { isVisitorAbort } from './visitor-aborts.ts';

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

// Names that Next gives to requests of the pages router and the App Router.
const NOT_FOUND_NAME = /^(?:[A-Z]+ )?\/(?:404|_not-found)(?:\/page)?$/;
const API_PATH = /^\/api(?:\/|$)/;
const PAGE_METHODS = new Set(['GET', 'HEAD']);

// DOM operations on text that a translator has wrapped in `<font>` elements (https://github.com/facebook/react/issues/11538),
// with the messages of Chromium, Firefox and Safari.
const MOVED_NODE =
  /^(?:Failed to execute '(?:removeChild|insertBefore|replaceChild)' on 'Node': The node |Node\.(?:removeChild|insertBefore|replaceChild): (?:The node|Child) to be |Node\.insertBefore: Child to insert before |The object can not be found here\.$)/;

/** A rule that decides by the message alone. */
function matching(rows: MessageRows): Pick<NoiseRule, 'side' | 'matchesError'> & { side: 'client' } {
  return { side: 'client', matchesError: (event) => matchesRow(event, rows) };
}

/** The built-in rules. The first that matches decides. */
export const NOISE_RULES: readonly (NoiseRule & { readonly id: NoiseRuleId })[] = [
  SCRIPT_ERROR_RULE,
  RESIZE_OBSERVER_RULE,
  {
    id: 'injected-script-error',
    reason: 'A script failed that the browser, an app or an ad blocker injected into the page',
    side: 'client',
    matchesError: isInjectedScriptError,
  },
  EXTENSION_RULE,
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
  CONTROL_FLOW_RULE,
  SERVER_ECHO_RULE,
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
      someAddress(
        span,
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
    !someAddress(span, (address) => API_PATH.test(pathOf(address)))
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
