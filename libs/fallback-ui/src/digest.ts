/**
 * Next throws to redirect, to answer with a status and to stop a static render, and marks what it throws with a
 * digest too. Those digests name no line in a server log (next/dist/client/components and next/dist/server).
 */
const CONTROL_FLOW_DIGESTS: readonly RegExp[] = [
  /^NEXT_REDIRECT(;|$)/, // redirect() and permanentRedirect()
  /^NEXT_HTTP_ERROR_FALLBACK(;|$)/, // notFound(), forbidden() and unauthorized()
  /^NEXT_NOT_FOUND$/, // notFound() before Next 15
  /^BAILOUT_TO_CLIENT_SIDE_RENDERING$/, // dynamic() with ssr: false
  /^DYNAMIC_SERVER_USAGE$/, // request data read during a static render
  /^NEXT_STATIC_GEN_BAILOUT$/, // the same, reported by dynamic = 'error'
  /^NEXT_PRERENDER_INTERRUPTED$/, // a prerender that ended early
  /^HANGING_PROMISE_REJECTION$/, // a request promise that outlived its prerender
];

/** A digest is a short hash; anything longer is not one, and is cut rather than filling the screen. */
const MAX_DIGEST_LENGTH = 200;

/**
 * The digest that joins a shown error to its server log, or `undefined` when the error was raised in the browser.
 * Accepts whatever can be thrown, including values whose properties throw when read. Digests of the framework's own
 * control flow (redirects, 401, 403, 404, render bail-outs) are no server errors and count as none.
 */
export function serverDigest(error: unknown): string | undefined {
  const digest = readDigest(error);
  if (digest === undefined || CONTROL_FLOW_DIGESTS.some((pattern) => pattern.test(digest))) {
    return undefined;
  }
  return digest.slice(0, MAX_DIGEST_LENGTH);
}

/** Whether an error was raised on the server, so that its details are in the server's logs and not in the browser. */
export function refersToServer(error: unknown): boolean {
  return serverDigest(error) !== undefined;
}

function readDigest(error: unknown): string | undefined {
  try {
    if (typeof error !== 'object' || error === null || !('digest' in error)) {
      return undefined;
    }
    const { digest } = error;
    return typeof digest === 'string' && digest.trim() !== '' ? digest : undefined;
  } catch {
    return undefined; // a throwing getter or a revoked proxy: an error screen must not fail on the error it shows
  }
}
