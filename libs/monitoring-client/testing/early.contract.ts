import type { EarlyItem } from '../src/early/early-items.ts';

/** What a page is monitored as in the tests. */
export const CONFIG = {
  dsn: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
  tunnel: '/monitoring-tunnel?o=450&p=4509',
  environment: 'test',
  release: 'shop@1',
};

/** An item with the usual circumstances. */
export const itemOf = (
  item: {
    [Kind in EarlyItem['kind']]: Pick<Extract<EarlyItem, { kind: Kind }>, 'kind' | 'data'>;
  }[EarlyItem['kind']],
): EarlyItem => ({
  ...item,
  isError: item.kind !== 'console' && item.kind !== 'navigation',
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

/** An error the page handed in. */
export const captured = (error: unknown): EarlyItem =>
  itemOf({ kind: 'generic', data: { error, place: new Error() } });

/** What a callback threw. */
export const thrown = (error: unknown, api = 'setTimeout', handler = 'pay'): EarlyItem =>
  itemOf({ kind: `auto.browser.browserapierrors.${api}`, data: { error, handler, args: [1] } });

/** The lines of an envelope. */
export const linesOf = (body: string): Record<string, unknown>[] =>
  body.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);

/** What `navigator.sendBeacon` was given, envelope by envelope; jsdom has none. */
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

/** Undoes what listening early does to the window, which the tests of a file share. */
export function restoreWindowAfterEach(): void {
  const { setTimeout, setInterval, requestAnimationFrame } = window;

  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const { send } = XMLHttpRequest.prototype;
  const added: [EventTarget, string, EventListener][] = [];
  const watch = (target: Window | Document): void => {
    const original = target.addEventListener;
    target.addEventListener = (...[type, listener, options]: Parameters<typeof addEventListener>) => {
      added.push([target, type, listener as EventListener]);
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
    // Silent, and there for the page to be listened to.
    window.console.error = () => undefined;
  });
  afterEach(() => {
    for (const [target, type, listener] of added) {
      for (const capture of [false, true]) target.removeEventListener(type, listener, capture);
    }
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
