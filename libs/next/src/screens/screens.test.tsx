import { act, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { classicTexts } from '@adit/fallback-ui';
import type { AditOptions } from '../options.ts';

const SCREENS = { cookieName: 'language', contactHref: '/help' };
const options: AditOptions = { name: 'Shop', screens: SCREENS };
const captureError = jest.fn();
const recovery = jest.fn(() => 'showing');
/** The chunk with the screens. */
const chunk = { isGone: false, loads: 0 };

/** Modules are loaded again for each test, React is not: hooks need the renderer's. */
jest.mock('react', () => {
  const shared = globalThis as { react?: object };
  return (shared.react ??= jest.requireActual<object>('react'));
});
jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
const lastEventId = jest.fn<string | undefined, []>();
jest.mock('../browser/monitoring.ts', () => ({ captureError, monitoring: { lastEventId } }));
const broke = jest.fn();
jest.mock('@adit/router/next', () => ({
  useRouteErrorRecovery: () => recovery(),
  useBrokenPage: () => void broke(),
}));
const reloadOnce = jest.fn();
jest.mock('@adit/router/hold', () => ({
  reloadOnce: (): unknown => reloadOnce(),
}));
jest.mock('./late-screens.tsx', () => {
  chunk.loads += 1;
  if (chunk.isGone) throw new Error('Loading chunk 7 failed.');
  return jest.requireActual<object>('./late-screens.tsx');
});

let complaints: jest.SpyInstance;
beforeEach(() => {
  jest.resetModules();
  jest.clearAllMocks();
  Object.assign(chunk, { isGone: false, loads: 0 });
  recovery.mockReturnValue('showing');
  options.screens = SCREENS;
  document.documentElement.lang = 'en';
  document.cookie = 'language=; max-age=0';
  complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  complaints.mockRestore();
});

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const show = (element: React.ReactElement) => act(async () => render(element));

describe.each([
  ['error', () => import('./error.tsx'), classicTexts.error.heading],
  ['global-error', () => import('./global-error.tsx'), classicTexts.globalError.heading],
] as const)('%s', (_name, load, expected) => {
  it('reports the error once and shows the screen', async () => {
    const { default: Page } = await load();
    const error = new Error('x');
    const { rerender, unmount } = await show(<Page error={error} />);
    expect(heading()).toBe(expected);
    expect(document.title).toContain('Shop');
    rerender(<Page error={error} />);
    unmount();
    await show(<Page error={error} />);
    expect(captureError.mock.calls).toEqual([[error]]);
  });

  it('reports nothing while the page is loaded again', async () => {
    recovery.mockReturnValue('recovering');
    const { default: Page } = await load();
    await show(<Page error={new Error('x')} />);
    expect(captureError).not.toHaveBeenCalled();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('reports the error, reloads the page and shows a bare message if the chunk with the screens is gone', async () => {
    chunk.isGone = true;
    const { default: Page } = await load();
    await show(<Page error="text" />);
    expect(screen.getByText('Reload this page')).toBeTruthy();
    expect(captureError.mock.calls).toEqual([['text']]);
    expect(reloadOnce).toHaveBeenCalledTimes(1);
  });

  it('reports the error of a visitor who leaves before the screens have come, and reloads nothing', async () => {
    const { default: Page } = await load();
    const error = new Error('x');
    render(<Page error={error} />);
    window.dispatchEvent(new Event('pagehide'));
    expect(captureError.mock.calls).toEqual([[error]]);
    await act(async () => undefined);
    expect(captureError).toHaveBeenCalledTimes(1);
    expect(reloadOnce).not.toHaveBeenCalled();
  });
});

const missingChunk = () => Object.assign(new Error('Failed to load chunk'), { name: 'ChunkLoadError' });

describe('a page whose own chunk is missing', () => {
  it.each([
    ['is not reported if the page is loaded again', true, 0],
    ['is reported if it was loaded again before', false, 1],
  ])('%s', async (_what, isReloaded, reports) => {
    chunk.isGone = true;
    reloadOnce.mockReturnValue(isReloaded);
    const { default: Page } = await import('./error.tsx');
    await show(<Page error={missingChunk()} />);
    expect(captureError).toHaveBeenCalledTimes(reports);
    reloadOnce.mockReset();
  });

  it('is not reported when the page is left, as the bridge does to load it again', async () => {
    const { default: Page } = await import('./error.tsx');
    render(<Page error={missingChunk()} />);
    window.dispatchEvent(new Event('pagehide'));
    expect(captureError).not.toHaveBeenCalled();
    await act(async () => undefined);
  });

  it('tells the bridge, in which the page must not count as one that works', async () => {
    const { default: Page } = await import('./error.tsx');
    await show(<Page error={missingChunk()} />);
    expect(broke).toHaveBeenCalled();
  });
});

it('the error page shows the digest and a button that copies it', async () => {
  const { default: Page } = await import('./global-error.tsx');
  await show(<Page error={Object.assign(new Error('x'), { digest: '123' })} />);
  expect(screen.getByText('123')).toBeTruthy();
  expect(screen.getByRole('button', { name: classicTexts.actions.copy })).toBeTruthy();
});

describe.each([
  ['error', () => import('./error.tsx')],
  ['global-error', () => import('./global-error.tsx')],
] as const)('the reference of %s', (_name, load) => {
  beforeEach(() => void lastEventId.mockReturnValue('e1'));
  const shown = () => document.querySelector('.adit-fallback-digest')?.textContent;

  it('is the id of the event, for an error of the browser', async () => {
    const { default: Page } = await load();
    const error = new Error('x');
    const { unmount } = await show(<Page error={error} />);
    expect(shown()).toBe('e1');
    expect(screen.getByText(/^Reference:/)).toBeTruthy();
    expect(screen.getByRole('button', { name: classicTexts.actions.copy })).toBeTruthy();
    unmount();
    lastEventId.mockReturnValue('e2');
    await show(<Page error={error} />);
    expect(shown()).toBe('e1');
  });

  it('is the digest, for an error of the server', async () => {
    const { default: Page } = await load();
    await show(<Page error={Object.assign(new Error('x'), { digest: '123' })} />);
    expect(shown()).toBe('123');
    expect(screen.getByText(/^Digest:/)).toBeTruthy();
  });

  it('is missing if nothing is monitored', async () => {
    lastEventId.mockReturnValue(undefined);
    const { default: Page } = await load();
    await show(<Page error={new Error('x')} />);
    expect(shown()).toBeUndefined();
  });
});

describe('texts of the application', () => {
  const impact = 'Ask us by telephone.';
  const own = { notFound: { heading: 'Nothing here.' }, error: { impact }, copied: 'Done.' };
  const choose = (language: string): string => (document.cookie = `language=${language}`);
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

  it('stand in for some of English, on the server too', async () => {
    options.screens = { ...SCREENS, texts: own };
    const { default: NotFound, metadata } = await import('./not-found.tsx');
    expect(metadata.title).toBe('Nothing here');
    expect(renderToStaticMarkup(<NotFound />)).toContain(classicTexts.notFound.advice);
    const { unmount } = await show(<NotFound />);
    await settle();
    expect(heading()).toBe('Nothing here.');
    unmount();

    const { default: ErrorPage } = await import('./error.tsx');
    await show(<ErrorPage error={new Error('x')} />);
    await settle();
    expect(heading()).toBe(classicTexts.error.heading);
    expect(screen.getByText(impact)).toBeTruthy();
  });

  it('leave other languages alone', async () => {
    options.screens = { ...SCREENS, texts: own };
    choose('de');
    const { default: ErrorPage } = await import('./error.tsx');
    await show(<ErrorPage error={new Error('x')} />);
    await settle();
    expect(screen.getByRole('main').getAttribute('lang')).toBe('de');
    expect(screen.queryByText(impact)).toBeNull();
  });

  it.each(['cs', 'cs-CZ'])('are a whole set of another language, for visitors of %s', async (language) => {
    options.screens = { ...SCREENS, texts: { ...classicTexts, ...own, ...czech } };
    choose(language);
    const { default: ErrorPage } = await import('./error.tsx');
    await show(<ErrorPage error={new Error('x')} />);
    await settle();
    expect(heading()).toBe(czech.error.heading);
    expect(screen.getByRole('main').getAttribute('lang')).toBe('cs');
  });
  const czech = {
    lang: 'cs',
    notFound: classicTexts.notFound,
    error: { ...classicTexts.error, heading: 'Nastala chyba.' },
  };
});

describe('the status pages', () => {
  const PAGES = [
    ['not-found', () => import('./not-found.tsx'), classicTexts.notFound.heading],
    ['forbidden', () => import('./forbidden.tsx'), classicTexts.forbidden.heading],
    ['unauthorized', () => import('./unauthorized.tsx'), classicTexts.unauthorized.heading],
  ] as const;

  it.each(PAGES)(
    '%s is complete without scripts, and stays as it is for visitors of its language',
    async (_name, load, expected) => {
      const { default: Page } = await load();
      const markup = renderToStaticMarkup(<Page />);
      expect(markup).toContain(expected.replace("'", '&#x27;'));
      expect(markup).toContain('/help');
      const { container } = await show(<Page />);
      const shown = container.innerHTML;
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect(heading()).toBe(expected);
      expect(container.innerHTML).toBe(shown);
    },
  );

  it('has a title for 404', async () => {
    const { metadata } = await import('./not-found.tsx');
    expect(metadata).toEqual({ title: 'This page could not be found' });
  });

  it.each([
    ['the cookie', () => (document.cookie = 'language=de')],
    ['the document', () => (document.documentElement.lang = 'de-AT')],
    [
      'the browser',
      () => {
        document.documentElement.lang = '';
        jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['de']);
        jest.spyOn(navigator, 'language', 'get').mockReturnValue('de');
      },
    ],
  ])('is in the language of %s', async (_what, choose) => {
    choose();
    const { default: Page } = await import('./not-found.tsx');
    await show(<Page />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByRole('main').getAttribute('lang')).toBe('de');
  });

  describe('the nonce of their styles', () => {
    const scripts = () => document.head.querySelectorAll('script[nonce]');
    afterEach(() => scripts().forEach((script) => script.remove()));
    const nonces = () => [...document.querySelectorAll('style')].map(({ nonce }) => nonce);
    function addScript(): void {
      const script = document.createElement('script');
      script.setAttribute('nonce', 'page');
      document.head.append(script);
    }

    it('is that of the root, in the server’s HTML', async () => {
      const { ScreenNonce } = await import('./screen-nonce.tsx');
      const { default: Page } = await import('./not-found.tsx');
      const markup = renderToStaticMarkup(<ScreenNonce nonce="root">{<Page />}</ScreenNonce>);
      expect(markup).toContain('<style nonce="root">');
      expect(renderToStaticMarkup(<Page />)).toContain('<style>');
    });

    it('is that of the page’s scripts if the root has none, also for screens of the browser', async () => {
      addScript();
      const { default: NotFound } = await import('./not-found.tsx');
      const { unmount } = await show(<NotFound />);
      expect(nonces()).toEqual(['page']);
      unmount();
      document.cookie = 'language=de';
      for (const load of [() => import('./error.tsx'), () => import('./global-error.tsx')]) {
        const { default: Page } = await load();
        const shown = await show(<Page error={new Error('x')} />);
        expect(nonces()).toEqual(['page']);
        shown.unmount();
      }
      const translated = await show(<NotFound />);
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect(screen.getByRole('main').getAttribute('lang')).toBe('de');
      expect(nonces()).toEqual(['page']);
      translated.unmount();
    });
  });

  it('stays as it is if the chunk with the screens is gone', async () => {
    chunk.isGone = true;
    document.cookie = 'language=de';
    const { default: Page } = await import('./not-found.tsx');
    await show(<Page />);
    expect(heading()).toBe(classicTexts.notFound.heading);
  });
});
