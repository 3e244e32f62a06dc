import { CONTROL_FLOW, FAILED_REQUEST, linesOf, MISSING_CHUNK, UNKNOWN_SERVER_ACTION } from '@adit/common';

/** The kind of failure of a thrown value. */
export type FailureKind =
  /** A script or style sheet of the route is gone or unreadable: usually a new deployment. */
  | 'missing-chunk'
  /** The server does not have something that this build requests: a Server Action of an older deployment. */
  | 'skew'
  /** The route's data was cut off or could not be read. */
  | 'broken-data'
  /** The browser knows that it has no network. */
  | 'offline'
  /** Not a failure: a redirect or a status screen on its way to its boundary. Rethrow it. */
  | 'control-flow'
  /** Not a failure to show: it was cancelled or superseded. */
  | 'cancelled'
  /** It happened on the server; the digest joins it to the log there. */
  | 'server'
  /** Anything else: an exception in the page itself. */
  | 'client';

/** Options of {@link classifyFailure}. */
export interface ClassifyFailureOptions {
  /** Whether the host has a network. Default `true`. */
  readonly online?: boolean | undefined;
}

/**
 * V8's error for an HTML page received instead of a script. It has no frames; errors of `eval` and `JSON.parse` have
 * some.
 */
const FRAMELESS_PAGE = /^SyntaxError: Unexpected token '<'$(?!\n +at )/m;

/**
 * Returns the kind of failure of a thrown value, from its name, message, stack and digest and those of up to five
 * causes. A digest alone does not make a server error: redirects and status screens have one as well.
 */
export function classifyFailure(
  thrown: unknown,
  { online = true }: ClassifyFailureOptions = {},
): FailureKind {
  const text = linesOf(thrown, 'name', 'message');
  const digests = linesOf(thrown, 'digest');
  if (CONTROL_FLOW.test(digests)) return 'control-flow';
  if (
    MISSING_CHUNK.test(text) ||
    text.includes("expected expression, got '<'") || // the same HTML page in Firefox
    FRAMELESS_PAGE.test(linesOf(thrown, 'stack'))
  )
    return online ? 'missing-chunk' : 'offline';
  if (UNKNOWN_SERVER_ACTION.test(text)) return 'skew';
  // React Flight: the stream ended with rows missing.
  if (text.includes(': Connection closed.')) return online ? 'broken-data' : 'offline';
  if (text.includes('AbortError: ')) return 'cancelled';
  if (digests.trim()) return 'server';
  return !online && FAILED_REQUEST.test(text) ? 'offline' : 'client';
}
