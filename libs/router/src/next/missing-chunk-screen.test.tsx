import { renderToStaticMarkup } from 'react-dom/server';
import { createTabStorage } from '../../testing/tab.ts';
import { createReloadBreaker } from '../reload/reload-breaker.ts';
import { MissingChunkScreen } from './missing-chunk-screen.tsx';

const HREF = 'https://app.example/lab?q=1';
const OWN = 'https://app.example/_next/static/chunks/a.js';

interface World {
  readonly buildId?: string;
  readonly keeps?: boolean;
  readonly onLine?: boolean;
  readonly responseStatus?: number;
}

/** Runs the inline script as a browser does, in a page of its own. */
function createWorld({ buildId = 'b', keeps = true, onLine = true, responseStatus = 200 }: World = {}) {
  const markup = renderToStaticMarkup(<MissingChunkScreen buildId={buildId}>Lost</MissingChunkScreen>);
  const source = /<script>(.*)<\/script>/s.exec(markup)?.[1] ?? '';
  const calls: string[] = [];
  const screen = { hidden: true };
  const view = new EventTarget();
  const script = { localName: 'script', src: OWN, noModule: false };
  const host = { onLine };
  const storage = createTabStorage(keeps ? {} : { setItem: () => undefined });
  const run = (): void => {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a browser does the same
    const execute = new Function(
      'window',
      'location',
      'document',
      'sessionStorage',
      'performance',
      'navigator',
      'setTimeout',
      'clearTimeout',
      source,
    ) as (...globals: readonly unknown[]) => void;
    execute(
      view,
      { href: `${HREF}#part`, reload: () => calls.push('reload') },
      { scripts: [script], querySelectorAll: (selector: string) => (calls.push(selector), [screen]) },
      storage,
      { getEntriesByName: () => [{ responseStatus }] },
      host,
      setTimeout,
      clearTimeout,
    );
  };
  const fails = (): void => {
    const event = new Event('error');
    Object.defineProperty(event, 'target', { value: script });
    view.dispatchEvent(event);
  };
  const loads = async (): Promise<void> => {
    view.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(2_000);
  };
  return { calls, fails, host, loads, markup, run, screen, storage, view };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the inline script of MissingChunkScreen', () => {
  it('S14 reloads a page once that lacks a script, with the mark of the breaker, and then shows the screen', async () => {
    const { calls, fails, loads, run, screen, storage } = createWorld();
    run();
    fails();
    await loads();
    expect(calls).toEqual(['reload']);
    const breaker = createReloadBreaker({ buildId: 'b', storage: () => storage });
    expect(breaker.claim(HREF)).toBe(false);
    expect(createReloadBreaker({ buildId: 'c', storage: () => storage }).claim(HREF)).toBe(true);
    await loads();
    expect(calls).toEqual(['reload', '[data-adit-lost]']);
    expect(screen.hidden).toBe(false);
  });

  it('S14 reads the marks of the breaker', async () => {
    const { calls, fails, loads, run, storage } = createWorld();
    createReloadBreaker({ buildId: 'b', storage: () => storage }).claim(HREF);
    run();
    fails();
    await loads();
    expect(calls).toEqual(['[data-adit-lost]']);
  });

  it('S14 does not reload where storage keeps nothing', async () => {
    const { calls, fails, loads, run } = createWorld({ keeps: false });
    run();
    fails();
    await loads();
    expect(calls).toEqual(['[data-adit-lost]']);
  });

  it('notices a script that failed before it ran', async () => {
    const { calls, loads, run } = createWorld({ responseStatus: 404 });
    run();
    await loads();
    expect(calls).toEqual(['reload']);
  });

  it('does nothing where no script has failed, nor where the library watches', async () => {
    const whole = createWorld();
    whole.run();
    await whole.loads();
    const watched = createWorld();
    watched.run();
    watched.fails();
    watched.view.dispatchEvent(new Event('adit:scripts-watched'));
    await watched.loads();
    expect([whole.calls, watched.calls]).toEqual([[], []]);
  });

  it('waits for the network where there is none', async () => {
    const { calls, fails, host, loads, run, view } = createWorld({ onLine: false });
    run();
    fails();
    await loads();
    expect(calls).toEqual([]);
    host.onLine = true;
    view.dispatchEvent(new Event('online'));
    expect(calls).toEqual(['reload']);
  });

  it('is one script element, whatever the build is called, and has its nonce', () => {
    const buildId = '</script><!--\u2028"\\';
    const { markup } = createWorld({ buildId });
    expect(markup.match(/<\/script>/g)).toHaveLength(1);
    expect(markup).toContain('<div hidden="" data-adit-lost="">Lost</div>');
    expect(
      renderToStaticMarkup(
        <MissingChunkScreen buildId="b" nonce="n">
          x
        </MissingChunkScreen>,
      ),
    ).toContain('<script nonce="n">');
  });
});
