import { causesOf, readProperty } from '../thrown.ts';

/** What kind of failure a thrown value is. */
export type FailureKind =
  /** A script or style sheet of the route is gone or unreadable: usually a new deployment. */
  | 'missing-chunk'
  /** The route's data broke off or could not be read. */
  | 'broken-data'
  /** The browser knows that it has no network. */
  | 'offline'
  /** Not a failure: a redirect or a status screen on its way to its boundary. Throw it on. */
  | 'control-flow'
  /** It happened on the server; the digest joins it to the log there. */
  | 'server'
  /** Anything else: an exception in the page itself. */
  | 'client';

/** Options of {@link classifyFailure}. */
export interface ClassifyFailureOptions {
  /** Whether the host has a network, as far as it knows. Default `true`. */
  readonly online?: boolean | undefined;
}

/** Long messages (an inlined HTML page, say) are not worth reading to the end. */
const MAX_MESSAGE_LENGTH = 1_000;

const CONTROL_FLOW_DIGEST =
  /^(?:NEXT_REDIRECT;|NEXT_HTTP_ERROR_FALLBACK;|NEXT_NOT_FOUND$|BAILOUT_TO_CLIENT_SIDE_RENDERING$)/;

const MISSING_CHUNK_MESSAGES: readonly RegExp[] = [
  /Loading (?:CSS )?chunk \S+ failed/i, // webpack, and mini-css-extract-plugin
  /Failed to load chunk /, // Turbopack
  /module factory is not available/, // Turbopack: the chunk came, without the module
  /Failed to fetch dynamically imported module/, // Chromium, hence Vite
  /error loading dynamically imported module/, // Firefox
  /Importing a module script failed/, // Safari
  /is not a valid JavaScript MIME type/, // Safari: an HTML page was answered in the chunk's place
  /Unable to preload CSS for /, // Vite
];

const BROKEN_DATA_MESSAGES: readonly RegExp[] = [
  /^Connection closed\.$/, // React Flight: the stream ended with rows missing
];

const NETWORK_MESSAGES: readonly RegExp[] = [
  /^Failed to fetch/, // Chromium
  /^NetworkError when attempting to fetch resource/, // Firefox
  /^Load failed/, // Safari
  /^fetch failed$/, // undici
];

function textOf(value: unknown, key: string): string {
  const text = readProperty(value, key);
  return typeof text === 'string' ? text.slice(0, MAX_MESSAGE_LENGTH) : '';
}

const matches = (text: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(text));

const isMissingChunk = (value: unknown): boolean =>
  textOf(value, 'name') === 'ChunkLoadError' || matches(textOf(value, 'message'), MISSING_CHUNK_MESSAGES);

/**
 * Tells what kind of failure a thrown value is, from its name, message and digest and those of up to five causes.
 * A digest alone does not make a server error: redirects and status screens carry one as well.
 */
export function classifyFailure(
  thrown: unknown,
  { online = true }: ClassifyFailureOptions = {},
): FailureKind {
  const causes = causesOf(thrown);
  const messageMatches = (patterns: readonly RegExp[]): boolean =>
    causes.some((cause) => matches(textOf(cause, 'message'), patterns));

  if (causes.some((cause) => CONTROL_FLOW_DIGEST.test(textOf(cause, 'digest')))) return 'control-flow';
  const missingChunk = causes.some(isMissingChunk);
  const brokenData = messageMatches(BROKEN_DATA_MESSAGES);
  if (!online && (missingChunk || brokenData || messageMatches(NETWORK_MESSAGES))) return 'offline';
  if (missingChunk) return 'missing-chunk';
  if (brokenData) return 'broken-data';
  return causes.some((cause) => textOf(cause, 'digest') !== '') ? 'server' : 'client';
}
