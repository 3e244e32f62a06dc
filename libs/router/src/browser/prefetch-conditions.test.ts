import { isBot } from 'next/dist/shared/lib/router/utils/is-bot.js';
import { HTML_LIMITED_BOT_UA_RE } from 'next/dist/shared/lib/router/utils/html-bots.js';
import { readPrefetchConditions } from './prefetch-conditions.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

function define(owner: object, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(owner, name, { configurable: true, get: () => value });
  }
}

afterEach(() => {
  for (const name of ['connection', 'onLine', 'userAgent', 'webdriver'])
    Reflect.deleteProperty(navigator, name);
  for (const name of ['hidden', 'prerendering']) Reflect.deleteProperty(document, name);
  Reflect.deleteProperty(window, 'matchMedia');
});

describe('readPrefetchConditions', () => {
  it('has nothing against a visible page of a browser that tells nothing', () => {
    define(navigator, { userAgent: CHROME });
    define(document, { hidden: false });
    expect(readPrefetchConditions()).toEqual({
      online: true,
      hidden: false,
      saveData: undefined,
      effectiveType: undefined,
      bot: false,
    });
  });

  it('tells the network', () => {
    define(navigator, { onLine: false, connection: { saveData: false, effectiveType: '3g' } });
    expect(readPrefetchConditions()).toMatchObject({ online: false, effectiveType: '3g' });
  });

  it.each([
    ['the browser', { saveData: true }, false, true],
    ['the system', {}, true, true],
    ['nobody', {}, false, false],
  ])('saves data when %s asks for it', (_who, connection, reduced, saveData) => {
    define(navigator, { connection });
    const asked: string[] = [];
    define(window, {
      matchMedia(query: string) {
        asked.push(query);
        return { matches: reduced };
      },
    });
    expect(readPrefetchConditions().saveData).toBe(saveData);
    expect(asked).toEqual(['(prefers-reduced-data: reduce)']);
  });

  it.each([
    ['a background tab', { hidden: true }, true],
    ['a prerendered document', { hidden: false, prerendering: true }, true],
    ['a document that was prerendered and is shown', { hidden: false, prerendering: false }, false],
  ])('takes %s for what it is', (_what, values, hidden) => {
    define(document, values);
    expect(readPrefetchConditions().hidden).toBe(hidden);
  });

  it('knows every crawler that Next knows', () => {
    const names = HTML_LIMITED_BOT_UA_RE.source
      .split('|')
      .map((name) => name.replace(String.raw`[\w-]+`, 'Some'))
      .concat('Googlebot', 'Googlebot/2.1');
    expect(names.length).toBeGreaterThan(25);
    for (const userAgent of names.flatMap((name) => [
      `${name}/1.0`,
      `Mozilla/5.0 (compatible; ${name}/1.0)`,
    ])) {
      define(navigator, { userAgent });
      expect([userAgent, isBot(userAgent), readPrefetchConditions().bot]).toEqual([userAgent, true, true]);
    }
  });

  it.each([
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/146.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
    'Mozilla/5.0 (Linux; Android 11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  ])('knows crawlers with a browser inside: %s', (userAgent) => {
    define(navigator, { userAgent });
    expect([isBot(userAgent), readPrefetchConditions().bot]).toEqual([true, true]);
  });

  it.each([
    CHROME,
    'Mozilla/5.0 (Linux; Android 13; CUBOT X70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile [FBAN/FBIOS;FBAV/450.0]',
    'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 YaBrowser/25.8.0.0 Safari/537.36',
  ])('takes no visitor for a crawler: %s', (userAgent) => {
    define(navigator, { userAgent, webdriver: true });
    expect([isBot(userAgent), readPrefetchConditions().bot]).toEqual([false, false]);
  });
});
