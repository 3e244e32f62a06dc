import { PAGE_HEADERS } from './page/document.ts';

/** Headers of answers that nobody may keep. */
export const NOT_KEPT = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** An answer of JSON. */
export const json = (
  status: number,
  value: unknown,
  fields: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...NOT_KEPT, ...fields },
  });

/** An answer that is a page. */
export const html = (status: number, page: string): Response =>
  new Response(page, { status, headers: { ...PAGE_HEADERS, ...NOT_KEPT } });
