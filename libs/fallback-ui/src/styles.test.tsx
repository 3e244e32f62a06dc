import { renderToStaticMarkup } from 'react-dom/server';
import { CopyReference } from './client/copy-reference.tsx';
import { inlineCss } from './client/inline-style.ts';
import { ErrorScreen, NotFoundScreen, OfflineScreen } from './screens.tsx';
import { GlobalErrorScreen } from './global-error-screen.tsx';
import { palette } from './palette.ts';
import { fallbackCss } from './styles.ts';
import { texts } from './texts/classic/en.ts';

const uniqueSorted = (values: Iterable<string>) => [...new Set(values)].sort();

/** One selector of a list; commas within brackets belong to it. */
const SELECTOR = /(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^,()])+/g;

const selectors = [...fallbackCss.matchAll(/([^{}@;]+)\{/g)]
  .map(([, prelude = '']) => prelude.trim())
  .filter((prelude) => /^[.:]/.test(prelude))
  .flatMap((prelude) => prelude.match(SELECTOR) ?? []);

const PHYSICAL =
  /[{;\s](?:left|right|(?:margin|padding|border)-(?:left|right|top|bottom)|(?:min-|max-)?(?:width|height)):|text-align:(?:left|right)/;

describe('fallbackCss', () => {
  it('only styles the screens', () => {
    expect(selectors.length).toBeGreaterThan(15);
    expect(selectors.filter((selector) => !selector.includes('.adit-fallback'))).toEqual([]);
  });

  it('styles every class the screens use, and no other', () => {
    const error = { digest: '1' };
    const markup = [
      <GlobalErrorScreen key="global" error={error} retry={() => undefined} />,
      <ErrorScreen key="error" referenceAction={<CopyReference value="1" texts={texts} />} error={error} />,
      <OfflineScreen key="offline" retry={() => undefined} />,
      <NotFoundScreen key="status" logo="L" illustration="I" searchHref="/s" contactHref="/c" />,
    ]
      .map((screen) => renderToStaticMarkup(screen))
      .join('');
    const used = [...markup.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
    // The copy button's rules also name the inline fallback.
    const styled = [...fallbackCss.matchAll(/\.(adit-fallback(?!-inline)[\w-]*)/g)].map(
      ([, name = '']) => name,
    );

    expect(uniqueSorted(styled)).toEqual(uniqueSorted(used));
  });

  it('lets the site set every colour, the font, the corners, the height and the scheme', () => {
    const open = [...fallbackCss.matchAll(/var\(--adit-fallback-([\w-]+)/g)].map(([, name = '']) => name);

    expect(uniqueSorted(open)).toEqual(
      uniqueSorted([...Object.keys(palette), 'color-scheme', 'font', 'min-block-size', 'radius']),
    );
  });

  it('reads the same with React 18, which escapes the text of a style element', () => {
    for (const css of [fallbackCss, inlineCss]) expect(css).not.toMatch(/["'&<>]/);
  });

  it('reaches the page as written', () => {
    expect(renderToStaticMarkup(<NotFoundScreen />)).toContain(fallbackCss);
  });

  it('mirrors itself in right-to-left scripts: it has no physical side', () => {
    expect(fallbackCss).not.toMatch(PHYSICAL);
    expect('a{margin-left:1px}').toMatch(PHYSICAL);
    expect('a{text-align:right}').toMatch(PHYSICAL);
  });

  it('has no !important and no cascade layer, which a reset would beat', () => {
    expect(fallbackCss).not.toMatch(/!important|@layer/);
  });
});
