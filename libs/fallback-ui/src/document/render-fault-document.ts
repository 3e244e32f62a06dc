import type { ScreenFacts, ScreenLinks } from '../describe-screen.ts';
import { allTexts } from '../texts/all-texts.ts';
import { packNames, type FallbackTexts, type PackName } from '../texts/fallback-texts.ts';
import { locales, type FallbackLocale } from '../texts/locales.ts';
import { notAccepted } from '../not-accepted.ts';
import { screenOf, type FaultStatus } from './fault-status.ts';
import { renderScreenDocument, type DocumentLook } from './render-screen-document.ts';

/** The choice of texts. */
export interface TextsChoice {
  /** Default `classic`. */
  readonly pack?: PackName | undefined;
  /** Your own texts, in place of the locale's. Default none. */
  readonly texts?: FallbackTexts | undefined;
}

/** Options of {@link renderFaultDocument}. */
export interface FaultDocumentOptions extends ScreenLinks, ScreenFacts, DocumentLook, TextsChoice {}

/** @throws {RangeError} if the locale or the pack is unknown */
export function chooseTexts(locale: FallbackLocale, { pack = 'classic', texts }: TextsChoice): FallbackTexts {
  if (!locales.includes(locale)) throw notAccepted('locale', locale, locales);
  if (!packNames.includes(pack)) throw notAccepted('pack', pack, packNames);
  return texts ?? allTexts[pack][locale];
}

/**
 * Returns the screen for a status as a complete HTML document, without React: no script, nothing to load, the same
 * sentences as the React screen. Send it with its status, or let `faultResponse` do both.
 *
 * @param locale a supported language; `resolveLocale` finds it from a header, a cookie or a tag
 * @throws {RangeError} if the status, locale, pack or colour scheme is unknown, if a link runs a script, or if the
 * theme contains `</`
 */
export function renderFaultDocument(
  status: FaultStatus,
  locale: FallbackLocale,
  options: FaultDocumentOptions = {},
): string {
  return renderScreenDocument(screenOf(status), { ...options, texts: chooseTexts(locale, options) });
}
