import { readText } from './thrown.ts';

/**
 * Digests of Next's control flow. Next throws to redirect, to answer with a status and to stop a static render, and puts a
 * digest on each (next/dist/client/components and next/dist/server). They are in no server log:
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

/** Whether a thrown value is control flow of Next and not an error. Accepts any value. */
export function isNextControlFlow(thrown: unknown): boolean {
  return CONTROL_FLOW_DIGEST.test(readText(thrown, 'digest'));
}

/**
 * Returns the digest that joins an error to the server's log, at most 200 characters; `undefined` for an error of the
 * browser and for control flow of Next. Accepts any value.
 */
export function serverDigest(error: unknown): string | undefined {
  return isNextControlFlow(error) ? undefined : readText(error, 'digest').trim() || undefined;
}

/**
 * Returns the reference to show: the application's if it is text or a number, else the digest. Unpaired surrogates, left
 * by cutting text, are removed, because `encodeURIComponent` throws on them.
 */
export function shownReference(reference: unknown, error: unknown): string | undefined {
  const given = typeof reference === 'number' ? String(reference) : reference;
  return (
    (typeof given === 'string' && given ? given : serverDigest(error))?.replace(/[\uD800-\uDFFF]/gu, '') ||
    undefined
  );
}
