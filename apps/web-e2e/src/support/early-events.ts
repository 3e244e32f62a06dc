import type { Event } from '@sentry/core';

/** Kinds of faults in `pages/early/faults.js`. */
export const FAULTS = 30;

/** When its page raises them. */
export const MOMENTS = ['now', '50ms', 'interactive', 'load', '1000ms'] as const;

/** What the errors say. */
export const titles = (events: readonly Event[]): readonly (string | undefined)[] =>
  events.map((event) => event.exception?.values?.at(-1)?.value);

/** In the order in which they happened; the network keeps none. */
export const inOrder = (events: readonly Event[]): readonly Event[] =>
  [...events].sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0));

/** What is new for every event. */
const PASSING: ReadonlySet<string> = new Set(['event_id', 'timestamp', 'span_id', 'currentTarget']);

/**
 * An event without what differs between any two: ids, times, the page's name, and what the SDK noted about its own work.
 * The SDK's minified wrapper leaves a frame of its own at the bottom of a stack, as it has lost the name it is known by; in
 * WebKit, a proxy in the place of a function leaves one of native code. An
 * event handed to a listener forgets its `currentTarget` once it is dispatched; a frame is told the time. The integrations of
 * an SDK that starts in parts are in another order.
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
