/** @jest-environment node */
import { createHash } from 'node:crypto';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ScreenName } from '../describe-screen.ts';
import * as screens from '../screens.tsx';
import { GlobalErrorScreen } from '../global-error-screen.tsx';
import { fallbackCss } from '../styles.ts';
import { allTexts } from '../texts/all-texts.ts';
import {
  renderScreenDocument,
  renderScreenParts,
  type ScreenDocumentOptions,
} from './render-screen-document.ts';

const SCREENS = {
  unauthorized: screens.UnauthorizedScreen,
  forbidden: screens.ForbiddenScreen,
  notFound: screens.NotFoundScreen,
  tooManyRequests: screens.TooManyRequestsScreen,
  maintenance: screens.MaintenanceScreen,
  error: screens.ErrorScreen,
  globalError: GlobalErrorScreen,
  offline: screens.OfflineScreen,
  update: screens.UpdateScreen,
} satisfies Record<ScreenName, unknown>;
const NAMES = Object.keys(SCREENS) as ScreenName[];

const HOSTILE = `"><script>alert('1')</script>&amp;`;
const texts = allTexts.classic.en;

const OPTIONS: [string, Omit<ScreenDocumentOptions, 'texts'>][] = [
  ['no options', {}],
  [
    'every link and fact',
    {
      homeHref: '/start',
      backHref: '/list?page=2&sort=name',
      signInHref: '/sign-in?from=%2Faccount',
      searchHref: '/search?lang=de&tag=a+b&tag=%26&query=old#top',
      searchName: 'query',
      reportHref: 'mailto:help@site.example?subject={reference}',
      contactHref: '/contact',
      retryAfter: 300,
      error: { digest: '2950186' },
      siteName: 'Example & Söhne',
    },
  ],
  ['a reference of the host and no code', { reference: 'c0ffee', showCode: false }],
  ['a date far away', { retryAfter: new Date(Date.now() + 3 * 86_400_000) }],
  [
    'hostile values',
    {
      homeHref: HOSTILE,
      signInHref: HOSTILE,
      searchHref: `/search?${HOSTILE}=${HOSTILE}`,
      searchName: HOSTILE,
      backHref: HOSTILE,
      reportHref: HOSTILE,
      contactHref: HOSTILE,
      retryAfter: HOSTILE,
      error: { digest: HOSTILE },
      siteName: HOSTILE,
    },
  ],
];

/** The landmark: title and style of a nested screen are before it, those of a document in its head. */
const landmarkOf = (html: string): string => /<main[^]*<\/main>/.exec(html)?.[0] ?? 'no landmark';
const titleOf = (html: string): string => /<title>[^]*?<\/title>/.exec(html)?.[0] ?? 'no title';

function reactMarkup(name: ScreenName, options: ScreenDocumentOptions): string {
  const Screen = SCREENS[name] as ComponentType<object>;
  return renderToStaticMarkup(<Screen {...options} />);
}

const NOW = new Date('2026-11-20T10:00:00Z');

beforeAll(() => jest.useFakeTimers({ now: NOW }));
afterAll(() => jest.useRealTimers());

describe('renderScreenDocument', () => {
  describe.each(OPTIONS)('with %s', (_, options) => {
    it.each(NAMES)('draws %s as React does, in every language', (name) => {
      for (const words of [texts, ...Object.values(allTexts.plain)]) {
        const ours = renderScreenDocument(name, { ...options, texts: words });
        const theirs = reactMarkup(name, { ...options, texts: words });

        expect(landmarkOf(ours)).toBe(landmarkOf(theirs));
        expect(titleOf(ours)).toBe(titleOf(theirs));
      }
    });
  });

  it('inserts logo and illustration unchanged, in the same place as React', () => {
    const [logo, illustration] = ['<b>Example</b>', '<i>?</i>'];
    const ours = renderScreenDocument('forbidden', { texts, logo, illustration });
    const theirs = renderToStaticMarkup(
      <screens.ForbiddenScreen texts={texts} logo={<b>Example</b>} illustration={<i>?</i>} />,
    );

    expect(landmarkOf(ours)).toBe(landmarkOf(theirs));
  });

  it.each(NAMES)('escapes hostile values in %s', (name) => {
    const html = renderScreenDocument(name, { texts, ...OPTIONS.at(-1)![1], nonce: '"x' });

    expect(html).not.toContain('<script');
    expect(html).not.toContain(`"x"`);
    expect(html.match(/<title>/g)).toHaveLength(1);
  });

  it('is a whole document with the same root as the global error screen', () => {
    const html = renderScreenDocument('globalError', { texts: allTexts.plain.ar });
    const root = /<html[^>]*>/.exec(reactMarkup('globalError', { texts: allTexts.plain.ar }))?.[0];

    expect(root).toContain('dir="rtl"');
    expect(html.startsWith(`<!doctype html>\n${root ?? ''}<head><meta charset="utf-8"/>`)).toBe(true);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html.endsWith('</main></body></html>\n')).toBe(true);
  });

  /** Attributes, style rules and elements that make a browser fetch or run something. */
  const REQUESTS =
    /\s(?:src|srcset|data|poster|background)=|@import|url\(|<(?:link|script|iframe|object|embed|img|base)\b/i;

  it.each(NAMES)('makes no request in %s', (name) => {
    expect(renderScreenDocument(name, { texts, ...OPTIONS[1]![1] })).not.toMatch(REQUESTS);
  });

  it('control: an image in the logo is seen as a request', () => {
    expect(renderScreenDocument('error', { texts, logo: '<img src="/logo.svg" alt="">' })).toMatch(REQUESTS);
  });

  it('keeps the hash of the style with a theme after it', () => {
    const html = renderScreenDocument('error', {
      texts,
      theme: ':root{--adit-fallback-accent:#0a5}',
      nonce: 'r4nd0m',
    });
    const styles = [...html.matchAll(/<style nonce="r4nd0m">([^]*?)<\/style>/g)].map(([, css = '']) => css);
    const hash = (css = ''): string => createHash('sha256').update(css).digest('base64');

    expect(styles).toHaveLength(2);
    expect(hash(styles[0])).toBe(hash(fallbackCss));
    expect(styles[1]).toBe(':root{--adit-fallback-accent:#0a5}');
    expect(renderScreenDocument('error', { texts }).match(/<style>/g)).toHaveLength(1);
  });

  it.each([
    ['light dark', false],
    ['light', true],
    ['dark', true],
  ] as const)(
    'names the scheme %s to the browser, and to the style if it is not the default',
    (scheme, named) => {
      const html = renderScreenDocument('update', { texts, colorScheme: scheme });

      expect(html).toContain(`<meta name="color-scheme" content="${scheme}"/>`);
      expect(html.includes(`<style>:root{--adit-fallback-color-scheme:${scheme}}`)).toBe(named);
    },
  );

  it.each([
    ['name', { name: 'gone' }, 'name is "gone"; accepted: unauthorized, forbidden, '],
    ['colour scheme', { colorScheme: 'sepia' }, 'colorScheme is "sepia"; accepted: light dark, light, dark'],
    [
      'theme that ends the style',
      { theme: 'a{}</style><script>' },
      'theme is "a{}</style><script>"; accepted: ',
    ],
    [
      'theme of many lines, in one line and cut short',
      { theme: `a{\n}</style>${'b'.repeat(80)}` },
      /^theme is "a\{\\n\}<\/style>b{46}; accepted: [^\n]*$/,
    ],
  ])('refuses a wrong %s', (_, { name = 'error', ...wrong }: Record<string, string>, message) => {
    expect(() => renderScreenDocument(name as ScreenName, { texts, ...wrong })).toThrow(RangeError);
    expect(() => renderScreenDocument(name as ScreenName, { texts, ...wrong })).toThrow(message);
  });

  it.each(['homeHref', 'backHref', 'signInHref', 'searchHref', 'reportHref', 'contactHref'])(
    'refuses a script as %s, in any spelling',
    (option) => {
      for (const href of [
        'javascript:alert(1)',
        ' \u0001JaVa\tScRiPt:alert(1)',
        'data:text/html,<b>1',
        'vbscript:1',
      ]) {
        expect(() => renderScreenDocument('error', { texts, [option]: href })).toThrow(
          `${option} is ${JSON.stringify(href)}; accepted: an address to go to`,
        );
      }
      expect(() => renderScreenDocument('error', { texts, [option]: '/javascript:alert(1)' })).not.toThrow();
    },
  );
});

it('renderScreenParts returns what the document is made of', () => {
  const options = {
    texts,
    siteName: 'Shop',
    nonce: 'n1',
    theme: ':root{color:red}',
    colorScheme: 'dark',
  } as const;
  const { lang, dir, title, styles, main } = renderScreenParts('forbidden', options);
  const html = renderScreenDocument('forbidden', options);

  expect(html).toContain(`lang="${lang}" dir="${dir}"`);
  expect(html).toContain(`${title}${styles}</head><body>${main}</body>`);
  expect(() => renderScreenParts('forbidden', { texts, homeHref: 'javascript:alert(1)' })).toThrow(
    RangeError,
  );
});
