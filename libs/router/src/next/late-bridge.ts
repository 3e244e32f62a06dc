import { whenIdle } from '../browser/when-idle.ts';
import type { HistoryMode } from '../history-mode.ts';
import type { Navigator } from '../navigation/navigator.ts';
import type { BridgeContext } from './bridge-context.ts';
import type { Bridge } from './bridge.tsx';
import { ROUTER_STARTED_EVENT } from '../window-events.ts';
import {
  onRouterTransitionStart,
  watchRouterTransitions,
  type RouterTransition,
} from './router-transition.ts';

/** A bridge that is loaded when the page is idle. */
export interface LateBridge<Loaded extends Bridge> extends BridgeContext {
  /** The bridge, once loaded. */
  readonly loaded: () => Loaded | undefined;
  /** Calls `listener` when the bridge is loaded; returns a function that stops. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Stands in for the bridge until it watches; returns a function that stops. */
  readonly wait: () => () => void;
  /** Lets the loaded bridge watch, and reports the transition that it missed; returns a function that stops. */
  readonly watch: () => () => void;
  /** Navigates as soon as the bridge is loaded. */
  readonly navigator: Pick<Navigator, 'push' | 'replace' | 'state' | 'subscribe'>;
}

const IDLE = { status: 'idle' } as const;

/** Without the bridge's own URL check, only a document of this origin is loaded. */
function loadDocument(href: string): void {
  try {
    const target = new URL(href, location.href);
    // The text: `blob:https://…` has the same origin.
    if (target.href.startsWith(`${location.origin}/`)) location.assign(href);
  } catch {
    // An invalid address is ignored.
  }
}

/**
 * Loads a bridge at idle, or as soon as a navigation begins. If it cannot be loaded, the next navigation tries again.
 *
 * @param buildId for the screens below, also before the bridge is loaded
 * @param load rejects if the chunk cannot be loaded
 * @param create makes the bridge of the chunk; errors it throws are reported as uncaught
 */
export function createLateBridge<Module, Loaded extends Bridge>(
  buildId: string,
  load: () => Promise<Module>,
  create: (module: Module) => Loaded,
): LateBridge<Loaded> {
  const listeners = new Set<() => void>();
  let bridge: Loaded | undefined;
  let loading: Promise<Loaded | undefined> | undefined;
  /** The newest transition that the bridge has missed, and the page that it left. */
  let missed: (RouterTransition & { readonly from: string }) | undefined;

  async function request(): Promise<Loaded | undefined> {
    const module = await load().catch(() => undefined);
    if (module === undefined) loading = undefined;
    else bridge ??= create(module);
    for (const listener of listeners) listener();
    return bridge;
  }

  const begin = (): Promise<Loaded | undefined> => (loading ??= request());

  function navigate(href: string, history: HistoryMode): { readonly outcome: 'started' } {
    void begin().then((loaded) => (loaded ? loaded.runtime.navigator[history](href) : loadDocument(href)));
    return { outcome: 'started' };
  }

  return {
    buildId,
    loaded: () => bridge,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wait() {
      window.dispatchEvent(new Event(ROUTER_STARTED_EVENT));
      whenIdle(() => void begin());
      return watchRouterTransitions(window, (transition) => {
        missed = { ...transition, from: location.href };
        void begin();
      });
    },
    watch() {
      const stop = bridge?.watch();
      if (missed?.from === location.href) onRouterTransitionStart(missed.href, missed.type);
      missed = undefined;
      return () => stop?.();
    },
    navigator: {
      push: (href) => navigate(href, 'push'),
      replace: (href) => navigate(href, 'replace'),
      state: () => IDLE,
      subscribe: () => () => undefined,
    },
  };
}
