import { callSafely } from '@adit/common';
import type { RouterEventSink } from '../events.ts';
import type { HardNavigationRefusal } from '../hard-navigation-reason.ts';
import type { Platform, TimerHandle } from '../platform.ts';
import { classifyErrorEvent } from '../failures/classify-error-event.ts';
import { createReloadBreaker } from '../reload/reload-breaker.ts';
import { createPageReloader } from '../navigation/page-reloader.ts';
import { ROUTER_STARTED_EVENT } from '../window-events.ts';
import { createBrowserPlatform } from './browser-platform.ts';
import { setLostScreens } from './lost-screens.ts';
import {
  isNextScript,
  isPageScript,
  removeFailedScripts,
  SCRIPTS_WATCHED_EVENT,
  START_TIMEOUT_MS,
} from './page-scripts.ts';

/** Options of {@link recoverMissingChunks}. */
export interface RecoverMissingChunksOptions {
  /** The release, as for the bridge and the reload breaker: one reload for each build and page. */
  readonly buildId: string;
  /** Whether the page needs the chunk at this absolute address. Default: Next's chunks, with `/_next/static/` in their path. */
  readonly isOwn?: ((src: string) => boolean) | undefined;
  /** Called with the full page load, or with its refusal. Errors it throws are reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
  /** Default the browser's. */
  readonly platform?: Platform | undefined;
}

/**
 * Recovers a page that was opened directly and lacks a chunk, loaded as a script, as the inline script of
 * `MissingChunkScreen` does. It examines the failures, reports to `onEvent`, and needs no tab storage. Call it in the
 * first script of the page. It stops when the bridge starts, or when you call the returned function.
 *
 * Bundlers wait for a script element that they find in the document. If it has already failed, they wait without end,
 * or for two minutes (webpack). So the failed element is removed from the document, and the bundler requests the script
 * again. If the page has still not started after two seconds, it is reloaded, at most once for each build and page.
 * After that, elements with the attribute `data-adit-lost` are shown (`MissingChunkScreen` of `@adit/router/next`).
 *
 * @throws RangeError if `buildId` is empty or not text
 */
export function recoverMissingChunks({
  buildId,
  isOwn,
  onEvent,
  platform: { clock, location, storage, isOnline } = createBrowserPlatform(),
}: RecoverMissingChunksOptions): () => void {
  const breaker = createReloadBreaker({ buildId, storage, location });
  const hard = createPageReloader({ location, breaker, isOnline, onEvent });
  const stopped = new AbortController();
  const { signal } = stopped;
  let timer: TimerHandle;
  let isMissing = false;

  const isOwnSafely = (src: string): boolean => callSafely(isOwn, src) ?? isNextScript(src);

  function stop(): void {
    stopped.abort();
    clock.clearTimeout(timer);
  }

  function reload(): 'navigating' | HardNavigationRefusal {
    try {
      const result = hard.hardNavigate(location.href, { reason: 'missing-chunk', history: 'replace' });
      return result.outcome === 'refused' ? result.reason : result.outcome;
    } catch {
      return 'already-reloaded';
    }
  }

  function recover(): void {
    const outcome = reload();
    if (outcome === 'offline') window.addEventListener('online', recover, { signal, once: true });
    else if (outcome !== 'navigating') setLostScreens(true);
  }

  /** The page may be waiting for scripts that are still loading. */
  function expectStart(): void {
    if (isMissing && document.readyState === 'complete')
      timer ??= clock.setTimeout(recover, START_TIMEOUT_MS);
  }

  function handleStart(): void {
    stop();
    setLostScreens(false);
  }

  function handleFailure(event: Event): void {
    const { target } = event;
    if (isPageScript(target, isOwnSafely)) target.remove();
    else if (target instanceof Element || classifyErrorEvent(event) !== 'missing-chunk') return;
    isMissing = true;
    expectStart();
  }

  // A script that cannot be loaded fires an error event on its element only. The event does not bubble.
  window.addEventListener('error', handleFailure, { capture: true, signal });
  window.addEventListener('unhandledrejection', handleFailure, { signal });
  window.addEventListener('load', expectStart, { signal });
  window.addEventListener(ROUTER_STARTED_EVENT, handleStart, { signal });
  removeFailedScripts(isOwnSafely);
  window.dispatchEvent(new Event(SCRIPTS_WATCHED_EVENT));
  return stop;
}
