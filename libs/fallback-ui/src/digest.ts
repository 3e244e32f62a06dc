import { readText } from './thrown.ts';

/**
 * Next throws to redirect, to answer with a status and to stop a static render, and marks what it throws with a
 * digest too. Those digests name no line in a server log, as the hashes it gives to errors do (next/dist/client/components
 * and next/dist/server). All that begin with the framework's own name are such signals:
 *
 * - `NEXT_REDIRECT`: redirect() and permanentRedirect()
 * - `NEXT_HTTP_ERROR_FALLBACK`: notFound(), forbidden() and unauthorized(); `NEXT_NOT_FOUND` before Next 15
 * - `NEXT_STATIC_GEN_BAILOUT`: DYNAMIC_SERVER_USAGE, as dynamic = 'error' reports it
 * - `NEXT_PRERENDER_INTERRUPTED`: a prerender that ended early
 * - `BAILOUT_TO_CLIENT_SIDE_RENDERING`: dynamic() with ssr: false
 * - `DYNAMIC_SERVER_USAGE`: request data read during a static render
 * - `HANGING_PROMISE_REJECTION`: a request promise that outlived its prerender
 */
const CONTROL_FLOW_DIGEST = /^(NEXT_|BAILOUT_TO_|DYNAMIC_SERVER|HANGING_PROMISE)/;

/** Whether a thrown value is control flow of Next rather than an error. Accepts whatever can be thrown. */
export function isNextControlFlow(thrown: unknown): boolean {
  return CONTROL_FLOW_DIGEST.test(readText(thrown, 'digest'));
}

/**
 * The digest that joins a shown error to its server log, or `undefined` when the error was raised in the browser.
 * Accepts whatever can be thrown, including values whose properties throw when read. Digests of the framework's own
 * control flow (redirects, 401, 403, 404, render bail-outs) are no server errors and count as none. Anything longer than
 * 200 characters is no digest, and is cut rather than filling the screen.
 */
export function serverDigest(error: unknown): string | undefined {
  return isNextControlFlow(error) ? undefined : readText(error, 'digest').trim() || undefined;
}

/** Whether an error was raised on the server, so that its details are in the server's logs and not in the browser. */
export function refersToServer(error: unknown): boolean {
  return serverDigest(error) !== undefined;
}

/**
 * What joins a shown error to its report: the host's reference where it is text or a number, else the digest. Halves of
 * characters are left out, which come from cutting and can be put into no address.
 */
export function shownReference(reference: unknown, error: unknown): string | undefined {
  const given = typeof reference === 'number' ? String(reference) : reference;
  return (
    (typeof given === 'string' && given ? given : serverDigest(error))?.replace(/[\uD800-\uDFFF]/gu, '') ||
    undefined
  );
}
