import type { HardNavigator } from '../navigation/hard-navigation.ts';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';
import type { Platform, TimerHandle } from '../platform.ts';
import { classifyFailure, type FailureKind } from '../failures/classify-failure.ts';

/** `recovering`: a full page load is under way, show nothing or a placeholder. `showing`: show the error screen. */
export type RecoveryState = 'recovering' | 'showing';

/** The recovery of one error screen, as an external store. */
export interface RouteRecovery {
  /** The kind of failure, from the error. */
  readonly kind: FailureKind;
  /** The current state. */
  readonly state: () => RecoveryState;
  /** Starts the recovery with the first listener; returns a function that stops listening. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The document came back from the back/forward cache: no load is under way any more. */
  readonly restored: () => void;
}

/** Options of {@link createRouteRecovery}. */
export interface RouteRecoveryOptions {
  readonly error: unknown;
  readonly platform: Pick<Platform, 'clock' | 'location' | 'isOnline'>;
  readonly hard: Pick<HardNavigator, 'hardNavigate'>;
  /** Called with the page that shows this error screen, and the kind of failure. */
  readonly onBroke: (href: string, kind: FailureKind) => void;
  /**
   * The time after which a document that was to be loaded counts as missing. Default 10,000 ms, as for a navigation.
   * Not checked: an error screen must not throw.
   */
  readonly documentTimeoutMs?: number | undefined;
}

/**
 * Decides the action of an error screen. For a missing chunk or broken data the page is reloaded, at most once for each
 * build and target. For other failures, or if the reload was refused or does not arrive, the screen shows.
 */
export function createRouteRecovery({
  error,
  platform,
  hard,
  onBroke,
  documentTimeoutMs = 10_000,
}: RouteRecoveryOptions): RouteRecovery {
  const { clock, location } = platform;
  const kind = classifyFailure(error, { online: platform.isOnline() });
  const reason = kind === 'missing-chunk' || kind === 'broken-data' ? kind : undefined;
  const listeners = new Set<() => void>();
  let state: RecoveryState = reason === undefined ? 'showing' : 'recovering';
  // Strict mode subscribes twice; the recovery starts once.
  let started = false;
  let timer: TimerHandle;

  function show(): void {
    clock.clearTimeout(timer);
    if (state === 'showing') return;
    state = 'showing';
    for (const listener of listeners) listener();
  }

  /** Whether the page is being reloaded. */
  function reload(href: string): boolean {
    if (reason === undefined) return false;
    try {
      return hard.hardNavigate(href, { reason, history: 'replace' }).outcome === 'navigating';
    } catch {
      // A host that throws loads nothing, so this screen is shown.
      return false;
    }
  }

  function start(): void {
    started = true;
    const { href } = location;
    onBroke(href, kind);
    if (!reload(href)) show();
  }

  return {
    kind,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      if (!started) start();
      if (state === 'recovering') {
        clock.clearTimeout(timer);
        timer = clock.setTimeout(show, Math.min(documentTimeoutMs, MAX_TIMER_MS));
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clock.clearTimeout(timer);
      };
    },
    restored: show,
  };
}
