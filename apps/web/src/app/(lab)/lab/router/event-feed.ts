import type { RouterEventSink } from '@adit/router';

const listeners = new Set<RouterEventSink>();

/** Passes an event of the router to the lab, if it is open. */
export const publishRouterEvent: RouterEventSink = (event) => {
  for (const listener of listeners) listener(event);
};

/** Listens to the router's events. */
export const listenToRouterEvents = (listener: RouterEventSink): void => void listeners.add(listener);
