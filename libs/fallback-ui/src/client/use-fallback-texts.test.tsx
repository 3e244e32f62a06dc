import { act, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import type { FallbackTexts } from '../texts/fallback-texts.ts';
import { preloadFallbackTexts } from './fallback-texts-store.ts';
import { useFallbackTexts, type UseFallbackTextsOptions } from './use-fallback-texts.ts';

const loadTexts = jest.fn<Promise<FallbackTexts>, [locale: string, pack: string]>();
jest.mock('../texts/load-texts.ts', () => ({
  loadTexts: (locale: string, pack: string) => loadTexts(locale, pack),
}));

const fake = (lang: string, pack: string) => ({ lang, pack }) as unknown as FallbackTexts;

/** The texts of each render. */
let seen: unknown[];
const remember = (texts: FallbackTexts) => seen.push(texts);

beforeEach(() => {
  seen = [];
  loadTexts.mockReset().mockImplementation((locale, pack) => Promise.resolve(fake(locale, pack)));
  document.documentElement.lang = '';
  document.cookie = 'language=; max-age=0';
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
});
afterEach(() => jest.restoreAllMocks());

function Reader(props: UseFallbackTextsOptions) {
  const texts = useFallbackTexts(props);
  remember(texts);
  return <p>{texts.lang}</p>;
}

const show = (props: UseFallbackTextsOptions = {}) => act(async () => render(<Reader {...props} />));
const spoken = () => document.querySelector('p')?.textContent;

describe('useFallbackTexts', () => {
  it('returns the initial texts, then those in the visitor’s language', async () => {
    await show({ locale: 'fr' });
    expect(seen.map((texts) => (texts as FallbackTexts).lang)).toEqual(['en', 'fr']);
    expect(loadTexts.mock.calls).toEqual([['fr', 'classic']]);
  });

  it('returns loaded texts at once', async () => {
    await show({ locale: 'de' });
    seen = [];
    loadTexts.mockClear();
    const { unmount } = render(<Reader locale="de" />);
    expect(seen[0]).toEqual(fake('de', 'classic'));
    expect(loadTexts).not.toHaveBeenCalled();
    unmount();
  });

  it('prefers the option to the cookie, the document and the browser', async () => {
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['tr', 'en']);
    const language = async (props?: UseFallbackTextsOptions) => {
      const { unmount } = await show(props);
      const lang = spoken();
      unmount();
      return lang;
    };
    expect(await language()).toBe('tr');
    document.documentElement.lang = 'ja-JP';
    expect(await language()).toBe('ja');
    document.cookie = 'language=ko';
    expect(await language()).toBe('ja');
    expect(await language({ cookieName: 'language' })).toBe('ko');
    expect(await language({ cookieName: 'other' })).toBe('ja');
    expect(await language({ cookieName: 'language', locale: 'pl' })).toBe('pl');
  });

  it('ignores the document’s language if `followsDocument` is false', async () => {
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['tr', 'en']);
    document.documentElement.lang = 'ja-JP';
    await show({ followsDocument: false });
    expect(spoken()).toBe('tr');
  });

  it('keeps its language when the screen changes the document', async () => {
    document.documentElement.lang = 'it';
    const { rerender } = await show();
    document.documentElement.lang = 'en';
    await act(async () => rerender(<Reader />));
    expect(spoken()).toBe('it');
  });

  it('changes with the options locale and pack', async () => {
    const { rerender } = await show({ locale: 'es' });
    await act(async () => rerender(<Reader locale="pt" pack="plain" />));
    expect(seen.at(-1)).toEqual(fake('pt', 'plain'));
  });

  it('loads nothing for classic English, which is in the bundle', async () => {
    await show({ locale: 'en' });
    expect(loadTexts).not.toHaveBeenCalled();
    await show({ locale: 'en', pack: 'plain' });
    expect(loadTexts.mock.calls).toEqual([['en', 'plain']]);
  });

  it('keeps the initial texts if loading fails, and tries again the next time', async () => {
    loadTexts.mockRejectedValue(new Error('Loading chunk 1 failed.'));
    const initial = fake('nl', 'own');
    const { unmount } = await show({ locale: 'uk', initial });
    expect(spoken()).toBe('nl');
    unmount();
    loadTexts.mockResolvedValue(fake('uk', 'classic'));
    await show({ locale: 'uk', initial });
    expect(spoken()).toBe('uk');
  });

  it('loads once for several components', async () => {
    await act(async () =>
      render(
        <>
          <Reader locale="hi" />
          <Reader locale="hi" />
        </>,
      ),
    );
    expect(loadTexts).toHaveBeenCalledTimes(1);
  });

  it('hydrates with the initial texts, even if others are loaded', async () => {
    await show({ locale: 'ar' });
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const container = document.createElement('div');
    container.innerHTML = renderToString(<Reader locale="ar" />);
    expect(container.textContent).toBe('en');
    seen = [];
    await act(async () => render(<Reader locale="ar" />, { container, hydrate: true }));
    expect(seen.map((texts) => (texts as FallbackTexts).lang)).toEqual(['en', 'ar']);
    expect(container.textContent).toBe('ar');
    expect(complaint).not.toHaveBeenCalled();
  });

  it.each([
    ['a cookie that cannot be read', 'SecurityError'],
    ['a cookie that is no text', '%E0%A4%A'],
  ])('accepts %s', async (_what, value) => {
    const read = jest.spyOn(document, 'cookie', 'get');
    if (value === 'SecurityError')
      read.mockImplementation(() => {
        throw new DOMException('x', value);
      });
    else read.mockReturnValue(`language=${value}`);
    await show({ cookieName: 'language' });
    expect(spoken()).toBe('en');
  });
});

describe('preloadFallbackTexts', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'requestIdleCallback');
    Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
    jest.useRealTimers();
  });

  it('loads when the browser is idle, for later screens', async () => {
    const tasks: (() => void)[] = [];
    Object.assign(globalThis, { requestIdleCallback: (task: () => void) => tasks.push(task) });
    preloadFallbackTexts({ locale: 'he', pack: 'plain' });
    expect(loadTexts).not.toHaveBeenCalled();
    await act(async () => tasks.forEach((task) => task()));
    const { unmount } = render(<Reader locale="he" pack="plain" />);
    expect(seen[0]).toEqual(fake('he', 'plain'));
    unmount();
  });

  it('can be cancelled', () => {
    const cancelIdleCallback = jest.fn();
    Object.assign(globalThis, { requestIdleCallback: () => 7, cancelIdleCallback });
    preloadFallbackTexts()();
    expect(cancelIdleCallback.mock.calls).toEqual([[7]]);
  });

  it('waits for a timer without requestIdleCallback, and can be cancelled too', () => {
    jest.useFakeTimers();
    preloadFallbackTexts({ locale: 'zh-CN' });
    preloadFallbackTexts({ locale: 'es', pack: 'plain' })();
    expect(loadTexts).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(loadTexts.mock.calls).toEqual([['zh-Hans', 'classic']]);
  });
});
