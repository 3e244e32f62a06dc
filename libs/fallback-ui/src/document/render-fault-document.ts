import type { ScreenFacts, ScreenLinks } from '../describe-screen.ts';
import { allTexts } from '../texts/all-texts.ts';
import { packNames, type FallbackTexts, type PackName } from '../texts/fallback-texts.ts';
import { locales, type FallbackLocale } from '../texts/locales.ts';
import { notAccepted } from '../not-accepted.ts';
import { screenOf, type FaultStatus } from './fault-status.ts';
import { renderScreenDocument, type DocumentLook } from './render-screen-document.ts';

/** Where the words come from. */
export interface TextsChoice {
  /** Default `classic`. */
  readonly pack?: PackName | undefined;
  /** Words of one's own, in place of the locale's. Default none. */
  readonly texts?: FallbackTexts | undefined;
}

/** Options of {@link renderFaultDocument}. */
export interface FaultDocumentOptions extends ScreenLinks, ScreenFacts, DocumentLook, TextsChoice {}

/** @throws {RangeError} for an unknown locale or pack */
export function chooseTexts(locale: FallbackLocale, { pack = 'classic', texts }: TextsChoice): FallbackTexts {
  if (!locales.includes(locale)) throw notAccepted('locale', locale, locales);
  if (!packNames.includes(pack)) throw notAccepted('pack', pack, packNames);
  return texts ?? allTexts[pack][locale];
}

/**
 * The screen for a fault as a complete HTML document, for hosts without React: Express, Hono, nginx, a service worker.
 * It has no script, loads nothing and says exactly what the React screen says. Send it with the status itself and with
 * {@link faultHeaders}, or let {@link faultResponse} do both.
 *
 * @param locale one of the languages spoken; `resolveLocale` finds it in a header, a cookie or a tag
 * @returns HTML that begins with `<!doctype html>`
 * @throws {RangeError} for an unknown status, locale, pack or colour scheme, for a link that runs a script, and for a
 *   theme that holds `</`
 */
export function renderFaultDocument(
  status: FaultStatus,
  locale: FallbackLocale,
  options: FaultDocumentOptions = {},
): string {
  return renderScreenDocument(screenOf(status), { ...options, texts: chooseTexts(locale, options) });
}
