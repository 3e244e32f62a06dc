import { escapeHtml } from '@adit/common';
import {
  describeScreen,
  documentTitle,
  type ScreenFacts,
  type ScreenLinks,
  type ScreenName,
} from '../describe-screen.ts';
import { fallbackCss } from '../styles.ts';
import type { FallbackTexts } from '../texts/fallback-texts.ts';
import { notAccepted } from '../not-accepted.ts';
import { withoutNulls } from '../without-nulls.ts';
import { element, voidElement } from './html.ts';
import { screenMarkup, type ScreenSlots } from './screen-markup.ts';

/** Colour schemes of a document. */
type ColorScheme = 'light dark' | 'light' | 'dark';

/** The look of a document. */
export interface DocumentLook extends ScreenSlots {
  /** Name of the site, after the document title. Default none. */
  readonly siteName?: string | undefined;
  /** Nonce of the style elements, for a content security policy. Default none. */
  readonly nonce?: string | undefined;
  /**
   * Style rules after the screens' own, in a style element of their own: `:root{--adit-fallback-accent:#0a5}`. Must not
   * contain `</`. Default none.
   */
  readonly theme?: string | undefined;
  /** The colour schemes of the site. Default `light dark`: the visitor's choice. */
  readonly colorScheme?: ColorScheme | undefined;
}

/** Options of {@link renderScreenDocument}. */
export interface ScreenDocumentOptions extends ScreenLinks, ScreenFacts, DocumentLook {
  readonly texts: FallbackTexts;
}

const COLOR_SCHEMES: readonly ColorScheme[] = ['light dark', 'light', 'dark'];

/** The parts of a screen as HTML, for a document that something else has written. */
export interface ScreenParts {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** The title element. */
  readonly title: string;
  /** The style elements. */
  readonly styles: string;
  /** The main element, with the whole screen. */
  readonly main: string;
}

/**
 * Returns the parts of {@link renderScreenDocument}, for a document that a framework has written without content.
 *
 * @throws {RangeError} if the name or colour scheme is unknown, if a link runs a script, or if the theme contains `</`
 */
export function renderScreenParts(name: ScreenName, given: ScreenDocumentOptions): ScreenParts {
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
  return {
    lang,
    dir,
    title: element('title', {}, escapeHtml(documentTitle(title, siteName))),
    styles: element('style', { nonce }, fallbackCss) + (hostCss && element('style', { nonce }, hostCss)),
    main: screenMarkup(screen, { logo, illustration }),
  };
}

/**
 * Returns a screen as a complete HTML document, without React: no script, nothing to load. You pass the texts, so that
 * a service worker includes only one language.
 *
 * @throws {RangeError} if the name or colour scheme is unknown, if a link runs a script, or if the theme contains `</`
 */
export function renderScreenDocument(name: ScreenName, given: ScreenDocumentOptions): string {
  const { lang, dir, title, styles, main } = renderScreenParts(name, given);
  const html = element(
    'html',
    { class: 'adit-fallback-document', lang, dir },
    element(
      'head',
      {},
      voidElement('meta', { charset: 'utf-8' }),
      voidElement('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      voidElement('meta', { name: 'robots', content: 'noindex' }),
      voidElement('meta', { name: 'color-scheme', content: given.colorScheme ?? 'light dark' }),
      title,
      styles,
    ),
    element('body', {}, main),
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
 * Refuses addresses that run a script or contain a document. Browsers drop control characters and white space before a
 * scheme, and tabs and line ends within it.
 */
function checkLinks(links: ScreenLinks): void {
  for (const option of LINK_OPTIONS) {
    const href = links[option];
    if (href !== undefined && /^(?:javascript|vbscript|data):/i.test(href.replace(/[\p{Cc}\s]/gu, ''))) {
      throw notAccepted(option, href, 'an address to go to, which javascript:, vbscript: and data: are not');
    }
  }
}
