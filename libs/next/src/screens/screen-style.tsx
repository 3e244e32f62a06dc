import { fallbackCss } from '@adit/fallback-ui';
import { documentNonce } from '@adit/fallback-ui/deferred';
import { useSyncExternalStore } from 'react';
import { useScreenNonce } from './screen-nonce.tsx';

const never = () => () => undefined;

/**
 * The style sheet of a screen that a server rendered, with the nonce of the root. Without one, the browser uses the
 * page's nonce.
 */
export function ScreenStyleSheet() {
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
      {fallbackCss}
    </style>
  );
}
