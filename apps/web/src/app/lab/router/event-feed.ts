import type { RouterEvent, RouterEventSink } from '@adit/router';

const listeners = new Set<RouterEventSink>();

/** Passes an event of the router on to whoever looks at it now: the lab, or nobody. */
export const publishRouterEvent: RouterEventSink = (event: RouterEvent) => {
  for (const listener of listeners) listener(event);
};

/** Listens to the router's events; returns the way to stop. */
export function watchRouterEvents(listener: RouterEventSink): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
