import { classifyFailure } from '../failures/classify-failure.ts';
import type { ConnectivityMonitor } from '../monitors/connectivity-monitor.ts';

/** Options of {@link sendOnline}. */
export interface SendOnlineOptions {
  /** A newer request with the same key takes the place of one that waits. */
  readonly key: string;
  readonly connectivity: Pick<ConnectivityMonitor, 'suspect' | 'whenOnline'>;
  /** Whether both the host and the monitor are online. */
  readonly isOnline: () => boolean;
  /** Cancels the wait for the network; the request then never settles. */
  readonly calledOff: AbortSignal;
  /** Aborts the request itself. Default none. */
  readonly signal?: AbortSignal | undefined;
  /** Called each time the request has to wait for the network. */
  readonly onHeld: () => void;
}

/**
 * Sends a request that may be sent again, and holds it while there is no network. Next answers a failed navigation with
 * a document load (client/components/router-reducer/fetch-server-response.js), which ends on the browser's error page. A request
 * that fails although the host counts as online is held only if the probe finds within its own time-out that the server
 * cannot be reached; any other failure is left to Next.
 */
export async function sendOnline<Answer>(
  send: () => Answer | Promise<Answer>,
  { key, connectivity, isOnline, calledOff, signal, onHeld }: SendOnlineOptions,
): Promise<Answer> {
  for (;;) {
    // The monitor may not have noticed yet that the network is back.
    if (isOnline() || (await connectivity.suspect())) {
      try {
        return await send();
      } catch (error) {
        if (classifyFailure(error) === 'cancelled' || (await connectivity.suspect())) throw error;
      }
    }
    onHeld();
    const outcome = await connectivity.whenOnline(key, { signal: calledOff });
    signal?.throwIfAborted();
    if (outcome === 'superseded') return new Promise(() => undefined);
  }
}
