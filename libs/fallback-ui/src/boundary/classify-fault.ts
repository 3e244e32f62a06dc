import { serverDigest } from '../digest.ts';
import { causesOf, readText } from '../thrown.ts';

/** The kind of a fault, which decides what the visitor is told to do. */
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

/** In the order of: webpack, its style sheets, Turbopack, Chromium and Firefox, Vite, Safari, Safari given an HTML page. */
const MISSING_CHUNK =
  /^ChunkLoadError|Loading( CSS)? chunk \S+ failed|Failed to load chunk |(fetch|loading) dynamically imported module|Unable to preload CSS|Importing a module script|valid JavaScript MIME/m;
/** Next: the error's name in the browser, and the server's sentence. */
const SKEW = /^UnrecognizedActionError|Failed to find Server Action/m;
/** Chromium, Firefox, Safari; axios. If the browser is online, the cause is another one, such as a blocked request. */
const NETWORK = /^(TypeError: (Failed to fetch|NetworkError|Load failed)|AxiosError: Network Error)/m;

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
  const text = causesOf(thrown)
    .map((cause) => `${readText(cause, 'name')}: ${readText(cause, 'message')}`)
    .join('\n');
  const isMissingChunk = MISSING_CHUNK.test(text);
  if (!online && (isMissingChunk || NETWORK.test(text))) return 'offline';
  if (isMissingChunk) return 'missing-chunk';
  if (SKEW.test(text)) return 'skew';
  return serverDigest(thrown) ? 'server' : 'client';
}
