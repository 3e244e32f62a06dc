import type { HardNavigator } from '../navigation/hard-navigation.ts';
import type { Platform } from '../platform.ts';
import { classifyFailure, type FailureKind } from '../skew/classify-failure.ts';

/** `recovering`: a full-page navigation is under way, show nothing much. `showing`: show the error screen. */
export type RecoveryState = 'recovering' | 'showing';

/** One error screen's attempt to recover, as an external store. */
export interface RouteRecovery {
  /** The current state. */
  readonly state: () => RecoveryState;
  /** Starts the attempt with the first listener; returns the way to stop listening. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Options of {@link createRouteRecovery}. */
export interface RouteRecoveryOptions {
  readonly error: unknown;
  readonly platform: Pick<Platform, 'location' | 'isOnline'>;
  readonly hard: HardNavigator;
  /** Told of the page whose error screen this is, and of what it failed for. */
  readonly onBroke: (href: string, kind: FailureKind) => void;
}

/**
 * Decides what an error screen does: for a missing chunk or broken data the page is loaded anew, at most once for each
 * build and target (S14); for anything else, or when that was refused, the screen shows.
 */
export function createRouteRecovery({ error, platform, hard, onBroke }: RouteRecoveryOptions): RouteRecovery {
  const kind = classifyFailure(error, { online: platform.isOnline() });
  const reason = kind === 'missing-chunk' || kind === 'broken-data' ? kind : undefined;
  const listeners = new Set<() => void>();
  let state: RecoveryState = reason === undefined ? 'showing' : 'recovering';
  // Strict mode subscribes twice; the attempt is one.
  let started = false;

  function start(): void {
    started = true;
    const { href } = platform.location;
    onBroke(href, kind);
    if (reason === undefined) return;
    if (hard.hardNavigate(href, { reason, history: 'replace' }).outcome === 'navigating') return;
    state = 'showing';
    for (const listener of listeners) listener();
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      if (!started) start();
      return () => listeners.delete(listener);
    },
  };
}
