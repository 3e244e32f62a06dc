import {
  addExceptionMechanism,
  addExceptionTypeValue,
  captureException,
  triggerHandlers,
  withScope,
  type Client,
} from '@sentry/core';
import type { EarlyData, EarlyItem } from '../early/early-items.ts';

/** What replaying needs of an SDK besides the core's functions. */
export interface ReplayTarget {
  /** Of `@sentry/nextjs`. */
  readonly captureRouterTransitionStart?: ((href: string, type: string) => void) | undefined;
}

/**
 * Replays what was noted early through the SDK's own handlers, as though the SDK had been there: the same mechanism, and
 * the time and address of then.
 */
export function createReplay(client: Client, target: ReplayTarget): (item: EarlyItem) => void {
  let current: EarlyItem | undefined;
  // Events and breadcrumbs are made while the handlers run.
  client.on('preprocessEvent', (event) => {
    if (current === undefined || event.type !== undefined) return;
    event.event_id = current.id;
    event.timestamp = current.at / 1_000;
    event.request = { ...event.request, url: current.href };
  });
  client.on('beforeAddBreadcrumb', (breadcrumb) => {
    if (current !== undefined) breadcrumb.timestamp = current.at / 1_000;
  });
  client.on('beforeStartNavigationSpan', (span) => {
    if (current !== undefined) span.startTime = current.at / 1_000;
  });

  return (item) => {
    current = item;
    try {
      replay(item, target);
    } catch {
      // What is watched must not fail for being watched.
    } finally {
      current = undefined;
    }
  };
}

function replay(item: EarlyItem, target: ReplayTarget): void {
  switch (item.kind) {
    case 'error': {
      const { message, filename: url, lineno: line, colno: column, error } = item.data;
      // A plain event has no message, and is handed to `window.onerror` in its place.
      const msg = (message as string | undefined) ?? item.data;
      triggerHandlers('error', { msg, url, line, column, error });
      break;
    }
    case 'unhandledrejection':
      triggerHandlers('unhandledrejection', item.data);
      break;
    case 'console':
      triggerHandlers('console', { args: item.data, level: 'error' });
      break;
    case 'caught':
      captureCaught(item.data);
      break;
    case 'navigation':
      target.captureRouterTransitionStart?.(item.data.href, item.data.type);
  }
}

/** As `wrap` of `@sentry/browser` (helpers.ts) captures what a callback throws. */
function captureCaught({ error, api, handler, args }: EarlyData['caught']): void {
  if (api === undefined) {
    captureException(error);
    return;
  }
  const data = describeCallback(api, handler);
  const mechanism = { type: `auto.browser.browserapierrors.${api}`, handled: false, ...(data && { data }) };
  withScope((scope) => {
    scope.addEventProcessor((event) => {
      addExceptionTypeValue(event, undefined, undefined);
      addExceptionMechanism(event, mechanism);
      event.extra = { ...event.extra, arguments: args };
      return event;
    });
    captureException(error);
  });
}

/** As `browserApiErrorsIntegration` describes a callback. */
function describeCallback(api: string, handler: string | undefined): Record<string, string> | undefined {
  const name = handler || '<anonymous>';
  if (api === 'addEventListener') return { handler: name, target: 'EventTarget' };
  // The listener is an object, which has no name.
  if (api === 'handleEvent') return { handler: '<anonymous>', target: 'EventTarget' };
  if (api.startsWith('xhr.')) return { handler: name };
  return api === 'requestAnimationFrame' ? { handler: api } : undefined;
}
