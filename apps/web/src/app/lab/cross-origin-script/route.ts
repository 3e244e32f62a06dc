/** A script that fails. Loaded from another origin, it leaves the browser only “Script error.” to report. */
export function GET(): Response {
  return new Response("throw new Error('A cross-origin script failed.');", {
    headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
  });
}
