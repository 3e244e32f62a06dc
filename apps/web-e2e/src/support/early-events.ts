import type { Event } from '@sentry/core';

/** The number of kinds of faults in `pages/early/faults.js`. */
export const FAULTS = 30;

/** The moments at which its page raises them. */
export const MOMENTS = ['now', '50ms', 'interactive', 'load', '1000ms'] as const;

/** The messages of the errors. */
export const titles = (events: readonly Event[]): readonly (string | undefined)[] =>
  events.map((event) => event.exception?.values?.at(-1)?.value);

/** Sorts events by the time they happened; the network may reorder them. */
export const inOrder = (events: readonly Event[]): readonly Event[] =>
  [...events].sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0));

/** Fields that differ in every event. */
const PASSING: ReadonlySet<string> = new Set(['event_id', 'timestamp', 'span_id', 'currentTarget']);

/**
 * An event without the parts that differ between any two: ids, times, the page's name, and the SDK's notes about its
 * own work. The SDK's minified wrapper leaves its own frame at the bottom of a stack, because it has lost its known
 * name; in WebKit, a proxy of a function leaves a frame of native code. An event passed to a listener loses its
 * `currentTarget` after dispatch; a frame callback receives the time. The integrations of an SDK that starts in parts
 * are in a different order.
 */
export function comparable(event: Event): unknown {
  for (const { stacktrace } of event.exception?.values ?? []) {
    if (stacktrace?.frames !== undefined) {
      stacktrace.frames = stacktrace.frames.filter(
        ({ filename }) => !/\/(?:early|late)\.js$|^\[native code\]$/.test(filename ?? ''),
      );
    }
  }
  event.sdk?.integrations?.sort();
  const breadcrumbs = event.breadcrumbs?.filter(({ category }) => category === 'console');
  const text = JSON.stringify({ ...event, breadcrumbs }, (key, value: unknown) => {
    const isTimeOfFrame = key === '0' && typeof value === 'number';
    return PASSING.has(key) || isTimeOfFrame ? undefined : value;
  });
  return JSON.parse(text.replaceAll(/\/(?:early|late)(?=[?"])/g, '/page'));
}
