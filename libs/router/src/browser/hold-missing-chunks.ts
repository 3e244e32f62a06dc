import { callSafely } from '@adit/common';
import type { RouterEventSink } from '../events.ts';
import { reloadOnce } from './reload-once.ts';
import { ROUTER_STARTED_EVENT } from '../window-events.ts';
import { setLostScreens } from './lost-screens.ts';
import { isPageScript, removeFailedScripts, START_TIMEOUT_MS } from './page-scripts.ts';
import { whenIdle } from './when-idle.ts';

/** Options of {@link holdMissingChunks}. */
export interface HoldMissingChunksOptions {
  /** The release, as for the bridge: one reload for each build and page. Not checked until something fails. */
  readonly buildId: string;
  /** Called with the full page load, or with its refusal. Errors it throws are reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
}

/** On a page that fails repeatedly, later errors add no information. */
const MOST_HEARD = 20;

/**
 * `recoverMissingChunks` for Next, with most of it in a separate chunk, which is loaded when something fails before the
 * bridge starts. If that chunk is missing too, this module does a simpler recovery: it does not examine the failure,
 * and reloads the page only if tab storage keeps the mark.
 */
export function holdMissingChunks({ buildId, onEvent }: HoldMissingChunksOptions): void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const heard: Event[] = [];

  function recoverAlone(): void {
    if (signal.aborted) return;
    if (!navigator.onLine) {
      window.addEventListener('online', recoverAlone, { signal, once: true });
      return;
    }
    const refusal = reloadOnce(buildId) ? undefined : 'already-reloaded';
    setLostScreens(refusal !== undefined);
    callSafely(onEvent, { type: 'hard-navigation', url: location.href, reason: 'missing-chunk', refusal });
  }

  function hear(event: Event): void {
    const { target } = event;
    if (isPageScript(target)) target.remove();
    else if (target instanceof Element) return;
    if (heard.length === MOST_HEARD || heard.push(event) > 1) return;
    import('./recover-missing-chunks.ts').then(
      ({ recoverMissingChunks }) => {
        if (signal.aborted) return;
        stopped.abort();
        recoverMissingChunks({ buildId, onEvent, heard });
      },
      () => whenIdle(() => void setTimeout(recoverAlone, START_TIMEOUT_MS)),
    );
  }

  // A script that cannot be loaded fires an error event on its element only. The event does not bubble.
  window.addEventListener('error', hear, { capture: true, signal });
  window.addEventListener('unhandledrejection', hear, { signal });
  window.addEventListener(
    ROUTER_STARTED_EVENT,
    () => {
      stopped.abort();
      setLostScreens(false);
    },
    { signal },
  );
  removeFailedScripts();
}
