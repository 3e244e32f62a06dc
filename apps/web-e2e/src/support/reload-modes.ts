import type { IncomingMessage, ServerResponse } from 'node:http';

/** The modes of `pages/router/reloads.mjs`: the state of the tab's storage, and of the mark of a reload. */
export const MODES = ['works', 'throws', 'full', 'absent', 'opaque', 'stripped', 'renamed'] as const;

/** The server's part in some modes: an opaque origin, and a redirect to the address without its query. */
export function answerReloads({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  // A sandboxed document has an opaque origin, so its own script is cross-origin.
  response.setHeader('access-control-allow-origin', '*');
  if (url.includes('/opaque')) response.setHeader('content-security-policy', 'sandbox allow-scripts');
  const [path, query] = url.split('?');
  if (!url.includes('/stripped') || query === undefined) return false;
  response.writeHead(302, { location: path }).end();
  return true;
}
