import { createDeferred, type Deferred } from '../deferred.ts';
import { createHardNavigator, type HardNavigator } from '../navigation/hard-navigation.ts';
import { createNavigator, type Navigator, type SoftRouter } from '../navigation/navigator.ts';
import type { Platform } from '../platform.ts';
import { SPEC, type Preset } from '../presets.ts';
import { createReloadBreaker } from '../skew/reload-breaker.ts';
import { withoutFragment } from '../url/address.ts';

/** What the bridge, its watchers and the error screens share. */
export interface RouterRuntime {
  readonly platform: Platform;
  readonly navigator: Navigator;
  readonly hard: HardNavigator;
  /** The router shows `href`: its navigation is over, and the page before it has held. */
  readonly shown: (href: string) => void;
  /** The page at `href` shows an error screen: it has not held, and its reload mark stays. */
  readonly broke: (href: string) => void;
  /** The document is being left. */
  readonly leaving: () => void;
  /** Pending while a document is being loaded in place of this one: nothing is to be shown, or pushed, any more. */
  readonly departure: () => Promise<void> | undefined;
  /** The document came back from the back/forward cache. */
  readonly restored: () => void;
}

/** Options of {@link createRouterRuntime}. */
export interface RouterRuntimeOptions {
  readonly platform: Platform;
  readonly soft: SoftRouter;
  readonly buildId: string;
  readonly preset?: Pick<Preset, 'routeLoadTimeoutMs'> | undefined;
  readonly basePath?: string | undefined;
}

/**
 * Wires the core to one document.
 *
 * A page counts as settled, and may be reloaded again one day, when the visitor leaves it without an error screen having
 * shown. Any earlier moment is too early: this code starts from the entry chunk, which loads well while a route's own
 * chunk keeps failing, and a page may still be hydrating when its layout is ready.
 */
export function createRouterRuntime({
  platform,
  soft,
  buildId,
  preset = SPEC,
  basePath = '',
}: RouterRuntimeOptions): RouterRuntime {
  const { clock, location, storage, isOnline } = platform;
  const breaker = createReloadBreaker({ buildId, storage, location });
  const hard = createHardNavigator({ location, breaker, isOnline });
  const navigator = createNavigator({
    soft,
    hard,
    location,
    clock,
    isOnline,
    routeLoadTimeoutMs: preset.routeLoadTimeoutMs,
    basePath,
  });
  const broken = new Set<string>();
  let current: string | undefined;
  let departure: Deferred<void> | undefined;

  navigator.subscribe(() => {
    const state = navigator.state();
    const departs = state.status === 'slow' && state.hard.outcome === 'navigating';
    if (!departs) departure?.resolve();
    departure = departs ? (departure ?? createDeferred()) : undefined;
  });

  function leave(): void {
    if (current !== undefined && !broken.has(current)) breaker.settled(current);
  }

  return {
    platform,
    navigator,
    hard,
    shown(href) {
      const page = withoutFragment(href);
      if (page !== current) {
        leave();
        if (current !== undefined) broken.delete(current);
        current = page;
      }
      navigator.commit(href);
    },
    broke: (href) => void broken.add(withoutFragment(href)),
    leaving: leave,
    departure: () => departure?.promise,
    restored() {
      breaker.documentRestored();
      navigator.reset();
    },
  };
}
