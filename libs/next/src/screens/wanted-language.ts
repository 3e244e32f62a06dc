import { adit } from '../adit-config.ts';

/** Returns the language that the visitor wants: that of the cookie, the document or the browser. */
export function wantedLanguage(): string {
  const { cookieName, followsDocument = true, locale } = adit.screens ?? {};
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${String(cookieName)}=`));
  const chosen = cookie?.slice(cookie.indexOf('=') + 1);
  return locale ?? chosen ?? ((followsDocument && document.documentElement.lang) || navigator.language);
}
