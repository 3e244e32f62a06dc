import type { IncomingHttpHeaders } from 'node:http';

/** Whether Nuxt answers an error of this request with a page. Otherwise it answers with JSON. */
export function isPageRequest(path: string, headers: IncomingHttpHeaders): boolean {
  const { accept = '', 'user-agent': agent = '', 'sec-fetch-mode': mode } = headers;
  if (accept.includes('text/html')) return true;
  const isOfScript = mode === 'cors' || /\b(?:curl|httpie)\//i.test(agent);
  return !isOfScript && !accept.includes('application/json') && !/^\/api\/|\.json$/.test(path);
}
