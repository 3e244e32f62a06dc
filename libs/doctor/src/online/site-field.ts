const LOCAL_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Whether browsers send `Sec-Fetch-Site` to an address: to https, and to the local machine (W3C Fetch Metadata, Secure
 * Contexts).
 */
export const hasSiteField = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || LOCAL_HOST.test(hostname);

/** The header field that browsers add to a request of a page of this origin. */
export const siteFieldOf = (url: URL, page: string): Readonly<Record<string, string>> =>
  hasSiteField(url) ? { 'sec-fetch-site': page === url.origin ? 'same-origin' : 'cross-site' } : {};
