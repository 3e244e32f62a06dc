import type { IncomingHttpHeaders } from 'node:http';
import { resolveLocale, type FallbackLocale } from '@adit/fallback-ui/texts';
import type { ScreenOptions } from '../options.ts';

/** A language of the texts, and the tag that asked for it. */
export interface ChosenLanguage {
  readonly locale: FallbackLocale;
  /** Empty if nothing asks for a language. */
  readonly wanted: string;
}

/**
 * The language of a screen, chosen as the browser does: that of the options, the cookie, the document, the visitor's
 * languages.
 */
export function chooseLanguage(
  headers: IncomingHttpHeaders,
  documentLang: string | undefined,
  { locale, cookieName, followsDocument = true }: ScreenOptions,
): ChosenLanguage {
  const cookie = cookieName === undefined ? undefined : readCookie(headers.cookie ?? '', cookieName);
  const lang = followsDocument ? documentLang : undefined;
  const acceptLanguage = headers['accept-language'];
  return {
    locale: resolveLocale({ locale, cookie, lang, acceptLanguage }),
    wanted: locale ?? cookie ?? lang ?? acceptLanguage?.split(/[,;]/, 1)[0] ?? '',
  };
}

/** The request headers that the choice depends on. */
export const languageHeaders = ({ locale, cookieName }: ScreenOptions): readonly string[] =>
  locale === undefined ? ['Accept-Language', ...(cookieName === undefined ? [] : ['Cookie'])] : [];

function readCookie(header: string, name: string): string | undefined {
  const pair = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined; // not encoded as a browser would
  }
}
