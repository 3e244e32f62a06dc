const LOCAL_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether browsers send `Sec-Fetch-Site` to an address: https, and the machine itself (W3C Fetch Metadata, Secure Contexts). */
export const hasSiteField = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || LOCAL_HOST.test(hostname);

/** What browsers add to a request of a page to its own origin. */
export const siteFieldOf = (url: URL): Readonly<Record<string, string>> =>
  hasSiteField(url) ? { 'sec-fetch-site': 'same-origin' } : {};
