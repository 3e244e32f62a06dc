import { serverDigest } from '../digest.ts';
import { causesOf, readText } from '../thrown.ts';

/** What kind of fault a boundary has caught, which decides what people are told to do. */
export type FaultKind =
  /** The browser has no network, and what failed needs one. Try again later. */
  | 'offline'
  /** The server no longer knows what this page asks of it: a Server Action of an older deployment. Load the page anew. */
  | 'skew'
  /** A script or style sheet of the page is gone, usually with a new deployment. Load the page anew. */
  | 'missing-chunk'
  /** It happened on the server; the digest joins it to the log there. */
  | 'server'
  /** Anything else: an exception in the page itself. */
  | 'client';

/** In the order of: webpack, its style sheets, Turbopack, Chromium and Firefox, Vite, Safari, Safari given an HTML page. */
const MISSING_CHUNK =
  /^ChunkLoadError|Loading( CSS)? chunk \S+ failed|Failed to load chunk |(fetch|loading) dynamically imported module|Unable to preload CSS|Importing a module script|valid JavaScript MIME/m;
/** Next: the error's name in the browser, and the server's sentence. */
const SKEW = /^UnrecognizedActionError|Failed to find Server Action/m;
/** Chromium, Firefox, Safari; axios. With a network it may be anything: a blocked request, or one to another site. */
const NETWORK = /^(TypeError: (Failed to fetch|NetworkError|Load failed)|AxiosError: Network Error)/m;

/**
 * Tells what kind of fault a thrown value is, from its name and message and those of up to five causes, and from its own
 * digest. Safe for whatever can be thrown.
 *
 * @param online default what the browser says now; a host without a navigator, or with Node's, is taken to have a network
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
