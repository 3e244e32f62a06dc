import type { Platform } from '../platform.ts';

/**
 * The browser as a {@link Platform}. It reads `window` only when a member is used, so that servers can import and
 * create it.
 */
export function createBrowserPlatform(): Platform {
  return {
    clock: {
      now: () => performance.now(),
      setTimeout: (callback, delayMs) => window.setTimeout(callback, delayMs),
      clearTimeout: (handle) => window.clearTimeout(handle as number),
    },
    fetch: (input, init) => window.fetch(input, init),
    location: {
      get href() {
        return window.location.href;
      },
      assign: (href) => window.location.assign(href),
      replace: (href) => window.location.replace(href),
      reload: () => window.location.reload(),
      stop: () => window.stop(),
      get entry() {
        return (window as Partial<Window>).navigation?.currentEntry?.id;
      },
      get name() {
        return window.name;
      },
      set name(value) {
        window.name = value;
      },
      get isReloaded() {
        const { getEntriesByType } = performance as Partial<Performance>;
        const entry = getEntriesByType?.call(performance, 'navigation')[0];
        // A browser that does not report it counts as reloaded.
        return ((entry as PerformanceNavigationTiming | undefined)?.type ?? 'reload') === 'reload';
      },
    },
    storage: () => window.sessionStorage,
    // An error screen may be rendered on a server, which counts as online.
    isOnline: () => typeof window === 'undefined' || window.navigator.onLine,
  };
}
