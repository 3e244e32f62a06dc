import { FAILED_REQUEST, linesOf, MISSING_CHUNK, UNKNOWN_SERVER_ACTION } from '@adit/common';
import { serverDigest } from '../digest.ts';

/** The kind of a caught error, which decides what the screen offers the visitor. */
export type FaultKind =
  /** The browser has no network, and the failed request needs one. Try again later. */
  | 'offline'
  /** The server no longer knows a Server Action of this page, after a deployment. Load the new version. */
  | 'skew'
  /** A script or style sheet of the page is gone, usually after a deployment. Load the new version. */
  | 'missing-chunk'
  /** An error on the server; its digest is in the server's log. */
  | 'server'
  /** Any other error: an exception in the page itself. */
  | 'client';

/**
 * Returns the kind of a thrown value, by its name and message, those of up to five causes, and its own digest. Accepts
 * any value.
 *
 * @param online default `navigator.onLine`; `true` without a navigator
 */
export function classifyFault(
  thrown: unknown,
  online = (globalThis as { navigator?: Navigator }).navigator?.onLine !== false,
): FaultKind {
  const text = linesOf(thrown, 'name', 'message');
  const isMissingChunk = MISSING_CHUNK.test(text);
  if (!online && (isMissingChunk || FAILED_REQUEST.test(text))) return 'offline';
  if (isMissingChunk) return 'missing-chunk';
  if (UNKNOWN_SERVER_ACTION.test(text)) return 'skew';
  return serverDigest(thrown) ? 'server' : 'client';
}
