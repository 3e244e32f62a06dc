/**
 * Returns the nonce of the page's scripts, for a style element that is made in the browser; `undefined` without one, and on a server.
 * Browsers hide the attribute from style sheets and show the property to scripts, which could use it anyway.
 */
export function documentNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined;
}
