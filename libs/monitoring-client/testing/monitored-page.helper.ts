import type { EarlyItem } from '../src/early/early-items.ts';
import { startMonitoring, type EarlyBuffer, type StartMonitoringOptions } from '../src/start-monitoring.ts';
import { CONFIG, restoreWindowAfterEach } from './early.helper.ts';

/** An SDK that records the items it gets. */
export function createSdk() {
  const replayed: EarlyItem[] = [];
  const started: EarlyBuffer[] = [];
  const flushed: (number | undefined)[] = [];
  return {
    replayed,
    started,
    flushed,
    start: (early: EarlyBuffer) => {
      started.push(early);
      early.connect((item) => replayed.push(item));
      return {
        flush: (timeoutMs?: number) => {
          flushed.push(timeoutMs);
          return Promise.resolve(true);
        },
        close: () => Promise.resolve(true),
      };
    },
  };
}

/** Raises an uncaught error. */
export const throwUncaught = (error: unknown, message = String(error)): void => {
  window.dispatchEvent(
    Object.assign(new Event('error'), { message, error, filename: '', lineno: 0, colno: 0 }),
  );
};
/** Shows or hides the page. */
export const setVisibility = (state: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
};
const ON_ERROR = 'auto.browser.global_handlers.onerror';
/** The message of each uncaught error, the kind of other items. */
export const titles = (items: readonly EarlyItem[]): unknown[] =>
  items.map(({ kind, data }) => (kind === ON_ERROR ? (data as { message: unknown }).message : kind));

/** Lets the tests of a file start monitoring on a page that is loading, with a clock they move. */
export function monitorPages() {
  restoreWindowAfterEach();
  // Jest fails a test for an uncaught error unless the page listens itself.
  window.addEventListener('error', () => undefined);
  let idle: (() => void)[];
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    idle = [];
    Object.assign(window, { requestIdleCallback: (callback: () => void) => idle.push(callback) });
    Object.defineProperty(document, 'readyState', { value: 'loading', configurable: true });
  });
  afterEach(() => {
    setVisibility('visible');
    jest.useRealTimers();
    delete document.documentElement.dataset['monitoring'];
    document.head.innerHTML = '';
  });

  const open = (options: Partial<StartMonitoringOptions> = {}) => {
    const sdk = createSdk();
    let loads = 0;
    const handle = startMonitoring({
      load: () => {
        loads += 1;
        return Promise.resolve(sdk);
      },
      config: CONFIG,
      ...options,
    });
    return { sdk, handle, loads: () => loads };
  };
  const settle = () => jest.advanceTimersByTimeAsync(0);

  return { open, settle, idle: () => idle };
}
