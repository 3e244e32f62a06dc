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
      if (item.kind === 'caught') captureCaught(item.data);
      else if (item.kind === 'navigation')
        target.captureRouterTransitionStart?.(item.data.href, item.data.type);
      else triggerHandlers(item.kind, item.data);
    } finally {
      current = undefined;
    }
  };
}

/** As `wrap` of `@sentry/browser` (helpers.ts) captures what a callback throws. */
function captureCaught({ error, mechanism, args }: EarlyData['caught']): void {
  if (mechanism === undefined) {
    captureException(error);
    return;
  }
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
