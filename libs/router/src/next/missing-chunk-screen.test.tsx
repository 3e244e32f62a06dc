/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ServerInsertedHTMLContext } from 'next/dist/shared/lib/server-inserted-html.shared-runtime.js';
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createTabStorage } from '../../testing/tab.helper.ts';
import { ROUTER_STARTED_EVENT } from '../window-events.ts';
import { createReloadBreaker } from '../reload/reload-breaker.ts';
import { MissingChunkScreen } from './missing-chunk-screen.tsx';

const PACKAGE = join(__dirname, '../..');
const HREF = 'https://app.example/lab?q=1';
const OWN = 'https://app.example/_next/static/chunks/a.js';

interface World {
  readonly buildId?: string;
  readonly keeps?: boolean;
  readonly onLine?: boolean;
  readonly responseStatus?: number;
}

/** Renders as Next does. Returns the content of the body, and of the head for each time that Next asks. */
function renderDocument(body: ReactNode, times = 2) {
  const callbacks: (() => ReactNode)[] = [];
  const provided = (
    <ServerInsertedHTMLContext value={(it) => callbacks.push(it)}>{body}</ServerInsertedHTMLContext>
  );
  const markup = renderToStaticMarkup(provided);
  const heads = Array.from({ length: times }, () =>
    renderToStaticMarkup(
      <>
        {callbacks.map((callback, index) => (
          <Fragment key={index}>{callback()}</Fragment>
        ))}
      </>,
    ),
  );
  return { body: markup, heads };
}

/** Runs the inline script as a browser does, in a separate page. */
function createWorld({ buildId = 'b', keeps = true, onLine = true, responseStatus = 200 }: World = {}) {
  const [markup = ''] = renderDocument(<MissingChunkScreen buildId={buildId}>Lost</MissingChunkScreen>).heads;
  const source = /<script>(.*)<\/script>/s.exec(markup)?.[1] ?? '';
  const calls: string[] = [];
  const screen = { hidden: true };
  const view = new EventTarget();
  const script = { localName: 'script', src: OWN, noModule: false, remove: () => void (scripts = []) };
  let scripts = [script];
  const page = { readyState: 'loading' };
  const host = { onLine };
  const storage = createTabStorage(keeps ? {} : { setItem: () => undefined });
  const run = (): void => {
    // oxlint-disable-next-line typescript/no-implied-eval -- a browser does the same
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
      Object.assign(page, {
        get scripts() {
          return scripts;
        },
        body: { prepend: () => calls.push('prepend') },
        querySelectorAll: (selector: string) => (calls.push(selector), [screen]),
      }),
      storage,
      { getEntriesByName: () => [{ responseStatus }] },
      host,
      setTimeout,
      clearTimeout,
    );
  };
  const fails = (failed: object = script): void => {
    const event = new Event('error');
    Object.defineProperty(event, 'target', { value: failed });
    view.dispatchEvent(event);
  };
  const loads = async (): Promise<void> => {
    page.readyState = 'complete';
    view.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(2_000);
  };
  const has = (): boolean => scripts.length > 0;
  return { calls, fails, has, host, loads, markup, run, screen, storage, view };
}

const SHOWN = ['template[data-adit-lost]', 'prepend', '[data-adit-lost]'];

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
    expect(calls).toEqual(['reload', ...SHOWN]);
    expect(screen.hidden).toBe(false);
  });

  it('S14 reads the marks of the breaker', async () => {
    const { calls, fails, loads, run, storage } = createWorld();
    createReloadBreaker({ buildId: 'b', storage: () => storage }).claim(HREF);
    run();
    fails();
    await loads();
    expect(calls).toEqual(SHOWN);
  });

  it('S14 does not reload where storage keeps nothing', async () => {
    const { calls, fails, loads, run } = createWorld({ keeps: false });
    run();
    fails();
    await loads();
    expect(calls).toEqual(SHOWN);
  });

  it('notices a script that failed before it ran', async () => {
    const { calls, has, loads, run } = createWorld({ responseStatus: 404 });
    run();
    expect(has()).toBe(false);
    await loads();
    expect(calls).toEqual(['reload']);
  });

  it('takes a script that fails out of the document, so that the bundler requests it again', () => {
    const { calls, fails, has, run } = createWorld();
    run();
    fails({ localName: 'script', src: 'https://ads.example/a.js', remove: () => calls.push('removed') });
    fails({ localName: 'img', src: OWN, remove: () => calls.push('removed') });
    expect([has(), calls]).toEqual([true, []]);
    fails();
    expect(has()).toBe(false);
  });

  it('waits for a script that fails after the page has loaded', async () => {
    const { calls, fails, loads, run } = createWorld();
    run();
    await loads();
    fails();
    expect(calls).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(calls).toEqual(['reload']);
  });

  it('does nothing where the page starts, and hides the screen of one that starts late', async () => {
    const inTime = createWorld();
    inTime.run();
    inTime.fails();
    inTime.view.dispatchEvent(new Event(ROUTER_STARTED_EVENT));
    await inTime.loads();
    expect(inTime.calls).toEqual(['[data-adit-lost]']);

    const late = createWorld({ keeps: false });
    late.run();
    late.fails();
    await late.loads();
    expect(late.screen.hidden).toBe(false);
    late.view.dispatchEvent(new Event(ROUTER_STARTED_EVENT));
    expect(late.screen.hidden).toBe(true);
  });

  it('leaves its reload to others: once for each page, and not offline', () => {
    const { calls, host, run, view } = createWorld();
    run();
    const reload = (): unknown => (view as unknown as Record<string, () => unknown>)['adit-reload']?.();
    host.onLine = false;
    expect([reload(), calls.length]).toEqual([undefined, 0]);
    host.onLine = true;
    expect([reload(), reload(), calls]).toEqual([true, undefined, ['reload']]);
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
    expect(markup).toContain(
      '<template data-adit-lost=""><div hidden="" data-adit-lost="">Lost</div></template>',
    );
    const { heads } = renderDocument(
      <MissingChunkScreen buildId="b" nonce="n">
        x
      </MissingChunkScreen>,
    );
    expect(heads[0]).toContain('<script nonce="n">');
  });

  it('is in the head, once, and leaves nothing in the body', () => {
    const { body, heads } = renderDocument(<MissingChunkScreen buildId="b">x</MissingChunkScreen>);
    expect(body).toBe('');
    expect(heads.map((head) => head.split('<script>').length - 1)).toEqual([1, 0]);
  });

  it.each([
    ['node', true],
    ['edge-light', true],
    ['default', false],
  ])('with the condition %s of the package, a bundle has its code: %s', async (condition, isThere) => {
    const { imports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
      readonly imports: { readonly '#recovery': Readonly<Record<string, string>> };
    };
    const source = String(imports['#recovery'][condition]).replace('/dist/', '/src/').replace(/\.js$/, '');
    const { outputFiles } = await build({
      entryPoints: [join(__dirname, 'missing-chunk-screen.tsx')],
      alias: { '#recovery': join(PACKAGE, source) },
      bundle: true,
      external: ['react', 'next'],
      format: 'esm',
      write: false,
    });
    expect(outputFiles[0]?.text.includes('/_next/static/')).toBe(isThere);
  });

  it('runs once, though a document that was made in two parts has it twice', async () => {
    const { calls, fails, loads, run } = createWorld();
    run();
    run();
    fails();
    await loads();
    expect(calls).toEqual(['reload']);
  });
});
