import type { HostSignal } from '../monitors/host-signal.ts';

function subscribeTo(target: EventTarget, types: readonly string[], listener: () => void): () => void {
  for (const type of types) target.addEventListener(type, listener);
  return () => {
    for (const type of types) target.removeEventListener(type, listener);
  };
}

/** Whether the browser has a network (`navigator.onLine`); for `createConnectivityMonitor`. `true` on a server. */
export const networkSignal: HostSignal = {
  read: () => typeof window === 'undefined' || window.navigator.onLine,
  subscribe: (listener) => subscribeTo(window, ['online', 'offline'], listener),
};

/** Whether the page is visible; for `createSkewMonitor`. */
export const visibilitySignal: HostSignal = {
  read: () => document.visibilityState === 'visible',
  subscribe: (listener) => subscribeTo(document, ['visibilitychange'], listener),
};
