import { classicTexts, describeScreen } from '@adit/fallback-ui';
import { renderScreenParts } from '@adit/fallback-ui/document/screen';
import { loadTexts, locales, type FallbackLocale } from '@adit/fallback-ui/texts';
import { bytesOf, latinOf } from './latin.ts';
import { hasScreen, translateData, translateDocument, type Translation } from './translate.ts';

const LINKS = { searchHref: '/search', signInHref: '/in', contactHref: '/help?a&b' };
const NAMES = ['notFound', 'forbidden', 'unauthorized'] as const;
type Name = (typeof NAMES)[number];

const describeFor = async (name: Name, locale: FallbackLocale) => {
  const texts = locale === 'en' ? classicTexts : await loadTexts(locale);
  return {
    screen: describeScreen(name, { ...LINKS, texts }),
    html: renderScreenParts(name, { ...LINKS, texts }),
  };
};

/** The screen in the data, as the renderer of server components writes it. */
function rowOf(name: Name, { screen }: Awaited<ReturnType<typeof describeFor>>): string {
  const { lang, dir, title, heading, impact, advice, search, actions, help, code } = screen;
  const element = (tag: string, props: object) => ['$', tag, null, props];
  const children = [
    element('title', { children: `${title} – Shop` }),
    element('main', {
      className: 'adit-fallback',
      lang,
      dir,
      children: [
        ...[heading, impact, advice].map((text) => element('p', { children: text })),
        ...(search
          ? [
              element('input', { 'aria-label': search.label, placeholder: search.label }),
              element('button', { children: search.button }),
            ]
          : []),
        ...[...actions, ...help].map(({ href, label }) => element('a', { href, children: label })),
        element('p', { children: code }),
      ],
    }),
  ];
  return `5:${JSON.stringify(['$', '$Lb', null, { name, lang, children }])}\n9:[${JSON.stringify(['$', 'title', '0', { children: title }])}]\n`;
}

/** Next also escapes what would end a script. */
const toScript = (rows: string): string =>
  `<script>self.__next_f.push([1,${JSON.stringify(rows).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)}])</script>`;

async function documentIn(name: Name, locale: FallbackLocale): Promise<string> {
  const described = await describeFor(name, locale);
  const { title, main } = described.html;
  return `<html lang="en"><head>${title}${title.replace('</', ' – Shop</')}</head><body><header>Contact us</header>${main}${toScript(rowOf(name, described))}${toScript(rowOf(name, described))}</body></html>`;
}

const translationTo = async (name: Name, locale: FallbackLocale): Promise<Translation> => ({
  name,
  from: (await describeFor(name, 'en')).screen,
  to: (await describeFor(name, locale)).screen,
});

describe.each(NAMES)('%s', (name) => {
  it.each(locales.filter((locale) => locale !== 'en'))(
    'becomes what a build in %s would have written',
    async (locale) => {
      const translated = translateDocument(
        latinOf(await documentIn(name, 'en')),
        await translationTo(name, locale),
      );
      expect(bytesOf(translated ?? '').toString()).toBe(await documentIn(name, locale));
    },
  );
});

it('leaves a document as it is if a text is missing in one of the two', async () => {
  const text = latinOf(await documentIn('notFound', 'en'));
  const translation = await translationTo('notFound', 'de');
  expect(translateDocument(text, translation)).toBeDefined();
  const [html = '', first = '', second = ''] = text.split(/(?=<script>)/);
  for (const changed of [
    html,
    html.replace('Error 404', '') + first + second,
    html + first + second.replace('Error 404', ''),
    html + first + second.replace('Error 404', `${'x'.repeat(16 * 1024)}Error 404`),
  ]) {
    expect(translateDocument(changed, translation)).toBeUndefined();
  }
  expect(translateData(first, translation)).toBeDefined();
});

it('hasScreen knows a screen in HTML', async () => {
  expect(hasScreen(await documentIn('notFound', 'en'))).toBe(true);
  expect(hasScreen('<main class="adit">')).toBe(false);
});
