'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { adit } from '../adit-config.ts';
import type * as LateScreens from './late-screens.tsx';

/** The language that the visitor asks for: that of the cookie, the document or the browser. */
function wantedLanguage(): string {
  const { cookieName, followsDocument = true, locale } = adit.screens ?? {};
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${String(cookieName)}=`));
  const chosen = cookie?.slice(cookie.indexOf('=') + 1);
  return locale ?? chosen ?? ((followsDocument && document.documentElement.lang) || navigator.language);
}

/** A screen that the server rendered in `lang`. For visitors of another language, the chunk with the screens is loaded. */
export function InVisitorsLanguage({
  name,
  lang,
  children,
}: {
  name: 'notFound' | 'forbidden' | 'unauthorized';
  lang: string;
  children: ReactNode;
}) {
  const [screens, setScreens] = useState<typeof LateScreens>();
  useEffect(() => {
    if (wantedLanguage().toLowerCase().startsWith(lang)) return;
    // Without the chunk, the screen stays as it is.
    import('./late-screens.tsx').then(setScreens, () => undefined);
  }, [lang]);
  return screens ? <screens.LateStatusScreen name={name}>{children}</screens.LateStatusScreen> : children;
}
