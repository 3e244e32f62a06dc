import type { EarlyItem } from '../src/early/early-items.ts';

/** The configuration of the tests. */
export const CONFIG = {
  dsn: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
  tunnel: '/monitoring-tunnel?o=450&p=4509',
  environment: 'test',
  release: 'shop@1',
};

/** An item with default fields. */
export const itemOf = (
  item: {
    [Kind in EarlyItem['kind']]: Pick<Extract<EarlyItem, { kind: Kind }>, 'kind' | 'data'>;
  }[EarlyItem['kind']],
): EarlyItem => ({
  ...item,
  isError: !['click', 'console', 'navigation'].includes(item.kind),
  event: {
    event_id: '0123456789abcdef0123456789abcdef',
    timestamp: 1_700_000_000.123,
    request: { url: 'https://shop.test/cart' },
  },
  settled: new AbortController(),
});

/** An uncaught error. */
export const uncaught = (error: unknown, message = 'Uncaught'): EarlyItem =>
  itemOf({
    kind: 'auto.browser.global_handlers.onerror',
    data: { message, filename: 'https://shop.test/a.js', lineno: 3, colno: 4, error },
  });

/** An unhandled rejection. */
export const rejected = (reason?: unknown): EarlyItem =>
  itemOf({ kind: 'auto.browser.global_handlers.onunhandledrejection', data: { reason } });

/** An error passed to `captureError`. */
export const captured = (error: unknown): EarlyItem =>
  itemOf({ kind: 'generic', data: { error, place: new Error() } });

/** An error of a callback. */
export const thrown = (error: unknown, api = 'setTimeout', handler = 'pay'): EarlyItem =>
  itemOf({ kind: `auto.browser.browserapierrors.${api}`, data: { error, handler, args: [1] } });

/** The lines of an envelope. */
export const linesOf = (body: string): Record<string, unknown>[] =>
  body.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);

/** Records the envelopes passed to `navigator.sendBeacon`, which jsdom lacks. */
export function recordBeacons(isTaken: (body: string) => boolean = () => true) {
  const sent: { url: string; lines: Record<string, unknown>[] }[] = [];
  Object.assign(navigator, {
    sendBeacon: (url: string, body: string) => {
      const taken = isTaken(body);
      if (taken) sent.push({ url, lines: linesOf(body) });
      return taken;
    },
  });
  return sent;
}

/** Restores the window after each test: the tests of a file share it. */
export function restoreWindowAfterEach(): void {
  const { setTimeout, setInterval, requestAnimationFrame } = window;

  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const { send } = XMLHttpRequest.prototype;
  const added: [EventTarget, ...Parameters<typeof addEventListener>][] = [];
  const watch = (target: Window | Document): void => {
    const original = target.addEventListener;
    target.addEventListener = (...[type, listener, options]: Parameters<typeof addEventListener>) => {
      added.push([target, type, listener, options]);
      original.call(target, type, listener as EventListener, options);
    };
  };
  let consoleError: typeof window.console.error;
  beforeAll(() => {
    consoleError = window.console.error;
    watch(window);
    watch(document);
  });
  beforeEach(() => {
    added.length = 0;
    // Silent.
    window.console.error = () => undefined;
  });
  afterEach(() => {
    for (const [target, type, listener, options] of added)
      target.removeEventListener(type, listener, options);
    Object.assign(window, {
      setTimeout,
      setInterval,
      requestAnimationFrame,
      onerror: null,
      onunhandledrejection: null,
    });
    Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
    Object.assign(XMLHttpRequest.prototype, { send });
    window.console.error = consoleError;
  });
}
