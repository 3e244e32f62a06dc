import { request } from 'node:http';

const TIMEOUT_MS = 120_000;

/**
 * Posts on a separate connection. Resolves to status, header fields and text, even if the answer arrives before the
 * body is sent; without an answer, to status 0 and the reason.
 */
export const post = (url, body, { headers = {}, timeoutMs = TIMEOUT_MS } = {}) =>
  new Promise((resolve) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/x-sentry-envelope', 'content-length': body.length, ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.on('error', (error) => resolve({ status: 0, headers: {}, text: error.code ?? error.name }));
    sent.on('response', async (response) => {
      const chunks = await response.toArray().catch(() => []);
      resolve({
        status: response.statusCode,
        headers: response.headers,
        text: Buffer.concat(chunks).toString(),
      });
    });
    sent.end(body);
  });

/** The URL to which an SDK without a tunnel posts. */
export function ingestUrl(dsn) {
  const { origin, username, pathname } = new URL(dsn);
  return `${origin}/api${pathname}/envelope/?sentry_key=${username}&sentry_version=7`;
}
