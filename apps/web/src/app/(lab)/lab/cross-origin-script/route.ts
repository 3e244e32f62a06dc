/** A script that fails. For a page of another origin the browser reports only “Script error.” */
export function GET(): Response {
  return new Response("throw new Error('A cross-origin script failed.');", {
    headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
  });
}
