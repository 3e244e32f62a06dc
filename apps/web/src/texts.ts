import { cookies, headers } from 'next/headers';
import type { FallbackTexts } from '@adit/fallback-ui';
import { loadTexts, resolveLocale } from '@adit/fallback-ui/texts';
import { LOCALE_COOKIE } from './locale-cookie';

/** The texts of the screens, in the language of the request. */
export async function readTexts(): Promise<FallbackTexts> {
  const [received, jar] = await Promise.all([headers(), cookies()]);
  return loadTexts(
    resolveLocale({
      cookie: jar.get(LOCALE_COOKIE)?.value,
      acceptLanguage: received.get('accept-language'),
    }),
  );
}
