import {
  addExceptionMechanism,
  addExceptionTypeValue,
  captureException,
  isPrimitive,
  triggerHandlers,
  withScope,
  type Client,
} from '@sentry/core';
import type { CallbackKind, EarlyData, EarlyItem, WindowFault } from '../early/early-items.ts';

const CALLBACK_KIND = 'auto.browser.browserapierrors.';

/** What replaying needs of an SDK besides the core's functions. */
export interface ReplayTarget {
  /** Of `@sentry/nextjs`. */
  readonly captureRouterTransitionStart?: ((href: string, type: string) => void) | undefined;
}

/**
 * Replays what was noted early through the SDK's own handlers, as though the SDK had been there: the same mechanism, and
 * the time and address of then. `isLive` (default `false`): whether it happens now, with the SDK there.
 */
export function createReplay(
  client: Client,
  target: ReplayTarget,
): (item: EarlyItem, isLive?: boolean) => void {
  let current: EarlyItem['event'] | undefined;
  // Events and breadcrumbs are made while the handlers run.
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
      if (!isLive || !isReportedAgain(item)) replay(item, target);
    } catch {
      // What is watched must not fail for being watched.
    } finally {
      current = undefined;
    }
  };
}

/** Whether the SDK hears of it on the window too, and does not see that it is the same: it marks errors and objects alone. */
const isReportedAgain = ({ kind, data }: EarlyItem): boolean =>
  kind.startsWith(CALLBACK_KIND) && isPrimitive((data as EarlyData[CallbackKind]).error);

function replay(item: EarlyItem, target: ReplayTarget): void {
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
      const { error, place } = item.data;
      // The first frame is our own.
      captureException(error, { syntheticException: Object.assign(place, { framesToPop: 1 }) });
      break;
    }
    case 'navigation':
      target.captureRouterTransitionStart?.(item.data.href, item.data.type);
      break;
    default:
      captureThrown(item.kind, item.data);
  }
}

/** What the SDK makes of a call of `window.onerror`. */
function toHandlerData(fault: WindowFault): Record<string, unknown> {
  if (fault.args !== undefined) {
    const [msg, url, line, column, error] = fault.args;
    return { msg, url, line, column, error };
  }
  const { message, filename: url, lineno: line, colno: column, error } = fault;
  // A plain event has no message, and is handed to `window.onerror` in its place.
  return { msg: message ?? fault, url, line, column, error };
}

/** As `wrap` of `@sentry/browser` (helpers.ts) captures what a callback throws. */
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
    // The calls that led here are not those that led to the error.
    captureException(error, { syntheticException: undefined });
  });
}

/** As `browserApiErrorsIntegration` describes a callback. */
function describeCallback(api: string, handler: string): Record<string, string> | undefined {
  const name = handler || '<anonymous>';
  if (api === 'addEventListener') return { handler: name, target: 'EventTarget' };
  // The listener is an object, which has no name.
  if (api === 'handleEvent') return { handler: '<anonymous>', target: 'EventTarget' };
  if (api.startsWith('xhr.')) return { handler: name };
  return api === 'requestAnimationFrame' ? { handler: api } : undefined;
}
