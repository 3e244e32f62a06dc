'use client';

import { documentNonce } from '@adit/fallback-ui/deferred';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useScreenNonce } from './screen-nonce.tsx';
import type * as LateScreens from './late-screens.tsx';

/** A screen that the server rendered in `lang`. Visitors of another language see theirs as soon as it has loaded. */
export function InVisitorsLanguage(props: LateScreens.LateStatusScreenProps) {
  const [screens, setScreens] = useState<typeof LateScreens>();
  useEffect(() => {
    // Without the chunk, the screen stays unchanged.
    import('./late-screens.tsx').then(setScreens, () => undefined);
  }, []);
  return screens ? <screens.LateStatusScreen {...props} /> : props.children;
}

const never = () => () => undefined;

/**
 * The style sheet of a screen that a server rendered, with the nonce of the root. Without one, the browser uses the
 * page's nonce.
 */
export function ScreenStyle({ css }: { css: string }) {
  const given = useScreenNonce();
  const nonce = useSyncExternalStore(
    never,
    () => given ?? documentNonce(),
    () => given,
  );
  return (
    // A new element, because browsers check the nonce when a style is inserted into the document, and hide the nonce of
    // the server's HTML.
    <style key={nonce} nonce={nonce} suppressHydrationWarning>
      {css}
    </style>
  );
}
