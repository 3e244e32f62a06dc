import type { RouterEventSink } from '../events.ts';
import { levelOf, type EventLevel } from './event-level.ts';
import { redactUrls, type RedactUrlsOptions } from './redact-urls.ts';

/** A breadcrumb as Sentry's SDKs take it (`Breadcrumb` of @sentry/core). */
export interface RouterBreadcrumb {
  /** `router.` and the type of the event. */
  category: string;
  level: EventLevel;
  message: string;
  data: Record<string, unknown>;
}

/** The part of a Sentry SDK that is used: the module itself will do. */
export interface BreadcrumbTarget {
  addBreadcrumb(breadcrumb: RouterBreadcrumb): void;
}

/**
 * Leaves breadcrumbs of what may explain an error: navigations that were done, slow, failed or abandoned, full-page ones,
 * newer builds, and connectivity. Sentry keeps a hundred; prefetches would push the rest out, so those that were
 * refused or failed are counted, and the counts go with the next navigation.
 */
export function toSentryBreadcrumbs(sentry: BreadcrumbTarget, options?: RedactUrlsOptions): RouterEventSink {
  let prefetches: Record<string, number> = {};

  return redactUrls((event) => {
    const { type, ...rest } = event;
    if (event.type === 'prefetch') {
      const { phase } = event;
      if (phase !== 'refused' && phase !== 'failed') return;
      const name = phase === 'refused' ? event.reason : phase;
      prefetches[name] = (prefetches[name] ?? 0) + 1;
      return;
    }
    if (type.startsWith('prefetch-')) return;
    const data: Record<string, unknown> = { ...rest };
    if (event.type === 'navigation') {
      if (event.phase === 'started') return;
      if (Object.keys(prefetches).length > 0) data['prefetches'] = prefetches;
      prefetches = {};
    }
    const message = 'phase' in event ? `${type} ${event.phase}` : type;
    sentry.addBreadcrumb({ category: `router.${type}`, level: levelOf(event), message, data });
  }, options);
}
