import type { APIRoute } from 'astro';

/** Answers with a status, and with content if the address asks for it. */
export const GET: APIRoute = ({ params, url }) =>
  new Response(url.searchParams.get('content'), {
    status: Number(params.status),
    headers: { 'content-type': 'text/html', 'set-cookie': 'seen=1' },
  });
