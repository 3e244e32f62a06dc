import type { RouterEvent } from '../events.ts';

/** The level of an event, with Sentry's names. */
export type EventLevel = 'debug' | 'info' | 'warning' | 'error';

/** `error` where the visitor was left without the page, `warning` where it came another way or late. */
export function levelOf(event: RouterEvent): EventLevel {
  switch (event.type) {
    case 'navigation':
      if (event.phase === 'failed') return 'error';
      return event.phase === 'slow' ? 'warning' : 'info';
    case 'hard-navigation':
      return event.refusal === undefined ? 'warning' : 'error';
    case 'skew-found':
      return 'warning';
    case 'connectivity':
      return event.online ? 'info' : 'warning';
    case 'skew-recovered':
      return 'info';
    default:
      return 'debug';
  }
}
