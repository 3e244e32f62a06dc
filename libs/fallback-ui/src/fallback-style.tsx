import { fallbackCss } from './styles.ts';

/**
 * The screens' style sheet, inline where the screen is. It has no `precedence`: React would hoist and dedupe it, but
 * leaves the nonce of a hoisted style out of the server's HTML when the render was given its nonce as a string
 * (react-dom-server, `pushStyle`), which is how Next gives it. Under a nonce policy the screen would be unstyled.
 */
export function FallbackStyle({ nonce }: { nonce: string | undefined }) {
  return <style nonce={nonce}>{fallbackCss}</style>;
}
