/**
 * What servers, frameworks and browsers read differently: control characters (tab and newline included) and outer white
 * space, which the URL standard drops; two slashes at the start, and `\` before the query, which it reads as `/`; and a
 * scheme without a host, which is relative on a page of the same scheme and another site elsewhere.
 */
const AMBIGUOUS = /\p{Cc}|^\s|\s$|^\/\/|^[^?#]*\\|^https?:(?!\/\/[^/?#])|^https?:\/\/[^/?#]*@/iu;

/** Whether the text of an address may mean another page where it is not read as the current browser reads it. */
export const isAmbiguous = (href: string): boolean => AMBIGUOUS.test(href);
