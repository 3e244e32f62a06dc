import { describeScreen, type ScreenFacts, type ScreenLinks, type ScreenName } from '../describe-screen.ts';
import { documentTitle } from '../document-title.ts';
import { fallbackCss } from '../styles.ts';
import type { FallbackTexts } from '../texts/fallback-texts.ts';
import { notAccepted } from '../not-accepted.ts';
import { withoutNulls } from '../without-nulls.ts';
import { element, escapeHtml, voidElement } from './html.ts';
import { screenMarkup, type ScreenSlots } from './screen-markup.ts';

/** Colour schemes a document can have. */
export type ColorScheme = 'light dark' | 'light' | 'dark';

/** How a document looks, whatever it says. */
export interface DocumentLook extends ScreenSlots {
  /** Name of the site, put behind the document title. Default none. */
  readonly siteName?: string | undefined;
  /** Nonce of the style elements, for a content security policy that asks for one. Default none. */
  readonly nonce?: string | undefined;
  /**
   * Style rules put behind the screens' own, in a style element of their own, so that the hash of `fallbackCss` stays:
   * `:root{--adit-fallback-accent:#0a5}`. Must not hold `</`. Default none.
   */
  readonly theme?: string | undefined;
  /** The schemes the site has. Default `light dark`, after the reader's choice. */
  readonly colorScheme?: ColorScheme | undefined;
  /** HTML shown before all else, in place of the line there. It is put in as it is: never build it from what a request holds. Default none. */
  readonly logo?: string | undefined;
  /** HTML shown above the heading, in place of that line. It is put in as it is, like `logo`. Default none. */
  readonly illustration?: string | undefined;
}

/** Options of {@link renderScreenDocument}. */
export interface ScreenDocumentOptions extends ScreenLinks, ScreenFacts, DocumentLook {
  /** The words, with their language and direction. */
  readonly texts: FallbackTexts;
}

const COLOR_SCHEMES: readonly ColorScheme[] = ['light dark', 'light', 'dark'];

/**
 * A screen as a complete HTML document: no script, no request of its own, nothing to load. The words are handed in, so
 * that a service worker carries those of one language; `renderFaultDocument` knows them all.
 *
 * @returns HTML that begins with `<!doctype html>`
 * @throws {RangeError} for an unknown name or colour scheme, for a link that runs a script, for a theme that holds `</`
 */
export function renderScreenDocument(name: ScreenName, given: ScreenDocumentOptions): string {
  const options = withoutNulls(given);
  const { siteName, nonce, theme = '', colorScheme = 'light dark', logo, illustration } = options;
  if (!COLOR_SCHEMES.includes(colorScheme)) throw notAccepted('colorScheme', colorScheme, COLOR_SCHEMES);
  if (theme.includes('</'))
    throw notAccepted('theme', theme, 'style rules without "</", which ends the element');
  checkLinks(options);

  const screen = describeScreen(name, options);
  const { lang, dir, title } = screen;
  const schemeCss =
    colorScheme === 'light dark' ? '' : `:root{--adit-fallback-color-scheme:${colorScheme}}\n`;
  const hostCss = schemeCss + theme;
  const html = element(
    'html',
    { class: 'adit-fallback-document', lang, dir },
    element(
      'head',
      {},
      voidElement('meta', { charset: 'utf-8' }),
      voidElement('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      voidElement('meta', { name: 'robots', content: 'noindex' }),
      voidElement('meta', { name: 'color-scheme', content: colorScheme }),
      element('title', {}, escapeHtml(documentTitle(title, siteName))),
      element('style', { nonce }, fallbackCss),
      hostCss && element('style', { nonce }, hostCss),
    ),
    element('body', {}, screenMarkup(screen, { logo, illustration })),
  );
  return `<!doctype html>\n${html}\n`;
}

const LINK_OPTIONS = [
  'homeHref',
  'backHref',
  'signInHref',
  'searchHref',
  'reportHref',
  'contactHref',
] as const satisfies readonly (keyof ScreenLinks)[];

/**
 * Addresses that run a script or bring a document of their own on the page's behalf. Browsers drop controls and white
 * space in front of a scheme, and tabs and line ends within it. React refuses `javascript:` in the same way.
 */
function checkLinks(links: ScreenLinks): void {
  for (const option of LINK_OPTIONS) {
    const href = links[option];
    if (href !== undefined && /^(?:javascript|vbscript|data):/i.test(href.replace(/[\p{Cc}\s]/gu, ''))) {
      throw notAccepted(option, href, 'an address to go to, which javascript:, vbscript: and data: are not');
    }
  }
}
