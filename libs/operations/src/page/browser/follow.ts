/** The parts of the window that the page needs. */
export type PageWindow = Pick<
  typeof globalThis,
  'document' | 'location' | 'EventSource' | 'setTimeout' | 'clearTimeout'
>;

/** The numbers are stale if no news has arrived for this time. The server sends some every second. */
const STALE_MS = 5_000;

/**
 * The delay before reconnecting after the server has refused, in milliseconds. The browser itself restores a broken
 * connection.
 */
const RETRY_MS = 5_000;

/** Keeps the parts of the page up to date with server-sent events, and shows when they are not. */
export function follow(
  { document, location, EventSource, setTimeout, clearTimeout }: PageWindow,
  patch: (element: Element, markup: string) => void,
): void {
  const find = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
  const button = find('pause');
  let source: EventSource | undefined;
  let staleTimer: ReturnType<typeof setTimeout>;
  let retryTimer: ReturnType<typeof setTimeout>;

  /** A screen reader reads the message, so it is written only if it changes. */
  const say = (message: string, isStale: boolean): void => {
    if (find('connection').textContent !== message) find('connection').textContent = message;
    document.body.classList.toggle('stale', isStale);
  };
  const warn = (): void => say(`No connection since ${find('time').textContent}: the numbers are old.`, true);
  const show = (name: string, markup: string): void => {
    if (name === 'title') {
      document.title = markup;
      return;
    }
    const element = find(name);
    const isHeld = 'waits' in element.dataset && element.matches(':hover, :focus-within');
    if (!isHeld) patch(element, markup);
  };
  const expectNews = (): void => {
    clearTimeout(staleTimer);
    staleTimer = setTimeout(warn, STALE_MS);
  };
  const connect = (): void => {
    const opened = new EventSource(`${location.pathname.replace(/\/$/, '')}/events?only=page`);
    source = opened;
    opened.addEventListener('page', ({ data }: MessageEvent<string>) => {
      for (const [name, markup] of Object.entries(JSON.parse(data) as Record<string, string>)) {
        show(name, markup);
      }
      say('Live', false);
      expectNews();
    });
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      clearTimeout(retryTimer);
      retryTimer = setTimeout(connect, RETRY_MS);
    });
  };
  const start = (): void => {
    expectNews();
    connect();
  };
  const pause = (): void => {
    source?.close();
    source = undefined;
    clearTimeout(staleTimer);
    clearTimeout(retryTimer);
    say(`Frozen at ${find('time').textContent}`, false);
  };

  button.hidden = false;
  button.addEventListener('click', () => {
    const isPaused = source === undefined;
    button.textContent = isPaused ? 'Freeze page' : 'Continue';
    if (isPaused) start();
    else pause();
  });
  start();
}
