import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as passTime } from 'node:timers/promises';

/** How a page's data and document are answered, from its address, each `answer` or `answer:milliseconds`. */
export type Answer =
  'hang' | 'held' | 'cut' | 'broken' | 'html' | 'empty' | 'quick' | 'cycle' | `late:${number}`;

/** Functions that release the held answers, one each. */
export const held: (() => void)[] = [];

/** In milliseconds, so that a test takes less than a second of the numbers' real size. */
export const QUICK = { slowMs: 50, routeLoadTimeoutMs: 200, documentTimeoutMs: 400, reconnectSpreadMs: 50 };

/** A URL of which only path and query matter. */
export const pathOf = (path = ''): URL => new URL(path, 'http://site.invalid');

/** Answers documents and data as their address specifies: `/page?data=late:300&document=empty`. */
export async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const url = pathOf(request.url);
  const isData = url.pathname === '/data.json';
  if (url.pathname === '/once-held.json') {
    while (held.length === 0) await passTime(10);
    response.end();
    return true;
  }
  if (!isData && url.pathname.includes('.')) return false;
  const wish = url.searchParams.get(isData ? 'data' : 'document') ?? 'quick';
  const [kind, detail] = wish.split(/:(.*)/s) as [string, string | undefined];
  if (kind === 'hang') return true;
  if (kind === 'held') await new Promise<void>((resolve) => held.push(resolve));
  if (kind === 'late') await passTime(Number(detail));
  if (kind === 'cut') response.destroy();
  else if (kind === 'empty') response.writeHead(204).end();
  else if (kind === 'broken') response.writeHead(500).end();
  else if (kind === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  else if (!isData) return false;
  else {
    const path = String(request.headers['x-page']);
    const data =
      kind === 'cycle'
        ? { redirect: `${path === '/a' ? '/b' : '/a'}?data=cycle` }
        : { title: `soft ${path}` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data));
  }
  return true;
}

/** An address that specifies the answers for its data and its document. */
export const page = (
  path: string,
  { data = 'quick', document = 'quick' }: { data?: Answer; document?: Answer },
): string => `${path}?${new URLSearchParams({ data, document }).toString()}`;

/** The content of a document: its path, failures, and a field to type in. */
export const siteBody = (path: string): string =>
  `<main>document ${pathOf(path).pathname}</main><p role="alert"></p><input>`;
