/**
 * Texts that servers, frameworks and browsers read differently: control characters (tab and newline included) and outer
 * white space, which the URL standard drops; two slashes at the start, and `\` before the query, which it reads as `/`;
 * and a scheme without a host, which is relative on a page of the same scheme and another site elsewhere.
 */
const AMBIGUOUS = /\p{Cc}|^\s|\s$|^\/\/|^[^?#]*\\|^https?:(?!\/\/[^/?#])|^https?:\/\/[^/?#]*@/iu;

/** Whether the text of an address may mean a different page to software other than the current browser. */
export const isAmbiguous = (href: string): boolean => AMBIGUOUS.test(href);
