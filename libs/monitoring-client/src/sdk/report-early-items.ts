import {
  addBreadcrumb,
  addExceptionMechanism,
  addExceptionTypeValue,
  captureException,
  getCurrentScope,
  isPrimitive,
  triggerHandlers,
  withScope,
  type Client,
  type ScopeContext,
} from '@sentry/core';
import { drawOf } from '../visit/draw-of.ts';
import type { CallbackKind, EarlyData, EarlyItem, ErrorContext, WindowFault } from '../early/early-items.ts';

const CALLBACK_KIND = 'auto.browser.browserapierrors.';

/** The part of an SDK that reports navigations. */
export interface RouterInstrumentation {
  /** `@sentry/nextjs` exports it. */
  readonly captureRouterTransitionStart?: ((href: string, type: string) => void) | undefined;
}

/**
 * Returns a function that reports early items through the SDK's own handlers, with the SDK's mechanism and the time and
 * address of the item. `isLive`: whether the SDK had started when it happened. Default `false`.
 * @param pageDraw the random number of the page load's trace, of `EarlyBuffer`
 */
export function createEarlyReporter(
  client: Client,
  router: RouterInstrumentation,
  pageDraw?: number,
): (item: EarlyItem, isLive?: boolean) => void {
  let current: EarlyItem['event'] | undefined;
  /** The page after the last navigation. */
  let page: string | undefined;
  let draw = pageDraw;
  // Traces are sampled by the number that was drawn before the SDK started, unless their server has decided.
  client.on('beforeSampling', ({ parentSampled }) => {
    if (draw !== undefined && draw >= 0 && draw < 1 && parentSampled === undefined)
      getCurrentScope().getPropagationContext().sampleRand = draw;
    draw = undefined;
  });
  // The handlers create events and breadcrumbs synchronously.
  client.on('preprocessEvent', (event) => {
    if (current === undefined || event.type !== undefined) return;
    const { event_id, timestamp, request } = current;
    Object.assign(event, { event_id, timestamp, request: { ...event.request, ...request } });
  });
  client.on('beforeAddBreadcrumb', (breadcrumb) => {
    if (current !== undefined) breadcrumb.timestamp = current.timestamp;
  });
  client.on('beforeStartNavigationSpan', (span) => {
    if (current !== undefined) span.startTime = current.timestamp;
  });

  return (item, isLive = false) => {
    try {
      current = item.event;
      if (item.kind === 'navigation') {
        draw = drawOf(item);
        // Once the SDK runs, it adds this breadcrumb itself.
        if (!isLive) page = addNavigation(item, page);
      }
      if (!isLive || !isReportedAgain(item)) report(item, router);
    } catch {
      // Monitoring must not break the page.
    } finally {
      current = undefined;
      draw = undefined;
    }
  };
}

/**
 * Whether the SDK reports it from `window` as well. It recognises errors and objects that it has reported, but not
 * primitives.
 */
const isReportedAgain = ({ kind, data }: EarlyItem): boolean =>
  kind.startsWith(CALLBACK_KIND) && isPrimitive((data as EarlyData[CallbackKind]).error);

function report(item: EarlyItem, router: RouterInstrumentation): void {
  switch (item.kind) {
    case 'auto.browser.global_handlers.onerror':
      triggerHandlers('error', toHandlerData(item.data));
      break;
    case 'auto.browser.global_handlers.onunhandledrejection':
      triggerHandlers('unhandledrejection', item.data.args ? item.data.args[0] : item.data);
      break;
    case 'console':
      triggerHandlers('console', { args: item.data, level: 'error' });
      break;
    case 'generic': {
      const { error, place, context } = item.data;
      captureException(error, {
        // The first frame is our own.
        syntheticException: Object.assign(place, { framesToPop: 1 }),
        captureContext: toScope(context),
      });
      break;
    }
    case 'click':
      triggerHandlers('dom', { event: item.data, name: 'click' });
      break;
    case 'navigation':
      router.captureRouterTransitionStart?.(item.data.href, item.data.type);
      break;
    default:
      captureThrown(item.kind, item.data);
  }
}

/**
 * Adds the SDK's breadcrumb of a change of the history, and returns the new page. On the way back and forward, the
 * browser has the new address already, so the old one is that of `page`.
 */
function addNavigation(
  { data: { href, type }, event }: Extract<EarlyItem, { kind: 'navigation' }>,
  page: string | undefined,
): string {
  const from = (type === 'traverse' && page) || event.request.url;
  const to = new URL(href, from).href;
  if (to !== from) addBreadcrumb({ category: 'navigation', data: fromTo(from, to) });
  return to;
}

/** Addresses of this site without their origin. */
function fromTo(from: string, to: string): Record<string, string> {
  const { origin } = location;
  const relative = (url: string): string => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  return { from: relative(from), to: relative(to) };
}

/**
 * As in `captureReactException` of `@sentry/react`, the components become a context. `undefined` if reading the context
 * throws: the error is still reported.
 */
function toScope(given: ErrorContext | undefined): Partial<ScopeContext> | undefined {
  try {
    const { componentStack, ...context } = given as ErrorContext;
    if (componentStack) context.contexts = { ...context.contexts, react: { componentStack } };
    return context as Partial<ScopeContext>;
  } catch {
    return undefined;
  }
}

/** Returns the argument of the SDK's handler for an error of the window or a call of `window.onerror`. */
function toHandlerData(fault: WindowFault): Record<string, unknown> {
  if (fault.args !== undefined) {
    const [msg, url, line, column, error] = fault.args;
    return { msg, url, line, column, error };
  }
  const { message, filename: url, lineno: line, colno: column, error } = fault;
  // A plain event has no message. The browser passes the event itself to `window.onerror`.
  return { msg: message ?? fault, url, line, column, error };
}

/** Captures an error of a callback as `wrap` of `@sentry/browser` (helpers.ts) does. */
function captureThrown(type: CallbackKind, { error, handler, args }: EarlyData[CallbackKind]): void {
  const data = describeCallback(type.slice(CALLBACK_KIND.length), handler);
  const mechanism = { type, handled: false, ...(data && { data }) };
  withScope((scope) => {
    scope.addEventProcessor((event) => {
      addExceptionTypeValue(event, undefined, undefined);
      addExceptionMechanism(event, mechanism);
      event.extra = { ...event.extra, arguments: args };
      return event;
    });
    // The stack of this call says nothing about the error.
    captureException(error, { syntheticException: undefined });
  });
}

/** Describes a callback as `browserApiErrorsIntegration` does. */
function describeCallback(api: string, handler: string): Record<string, string> | undefined {
  const name = handler || '<anonymous>';
  if (api === 'addEventListener') return { handler: name, target: 'EventTarget' };
  // The listener is an object without a name.
  if (api === 'handleEvent') return { handler: '<anonymous>', target: 'EventTarget' };
  if (api.startsWith('xhr.')) return { handler: name };
  return api === 'requestAnimationFrame' ? { handler: api } : undefined;
}
