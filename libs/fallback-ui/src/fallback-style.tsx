import { fallbackCss } from './styles.ts';

/**
 * The style sheet of the screens, inline. It has no `precedence`: React would hoist it, but leaves the nonce of a
 * hoisted style out of the server's HTML if the nonce is a string (react-dom-server, `pushStyle`), as in Next. A
 * content security policy with a nonce would then block it. It is a text node, because trusted types refuse
 * `innerHTML`, and the page would be blank.
 */
export function FallbackStyle({ nonce }: { nonce: string | undefined }) {
  return <style nonce={nonce}>{fallbackCss}</style>;
}
