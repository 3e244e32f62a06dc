/**
 * What crosses from the client to ingest, beside what the tunnel writes itself. Ingest reads the browser from the
 * first group and checks the project's allowed domains against the second (Relay, `request_meta.rs`).
 * Everything else stays behind: cookies, authorization, hop-by-hop fields, foreign forwarding headers.
 */
export const REQUEST_HEADERS = [
  'user-agent',
  'sec-ch-ua',
  'sec-ch-ua-arch',
  'sec-ch-ua-bitness',
  'sec-ch-ua-form-factors',
  'sec-ch-ua-full-version',
  'sec-ch-ua-full-version-list',
  'sec-ch-ua-mobile',
  'sec-ch-ua-model',
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-wow64',
  'origin',
  'referer',
] as const;

/** What crosses from ingest to the client: the answer's type, and when the SDK may send again. */
export const RESPONSE_HEADERS = ['content-type', 'retry-after', 'x-sentry-rate-limits'] as const;

// RFC 9110 §8.3: a media type and its parameters. Without a comma, so that of two joined lines neither is kept: browsers
// would go by the last.
const KEPT_CONTENT_TYPE =
  /^(?:application\/json|text\/plain)(?:[ \t]*;[ \t]*[\w.+-]+=(?:[\w.+-]+|"[\w.+ -]*"))*[ \t]*$/i;

/** What any other answer is called: browsers show it as text and run nothing in it. */
const SAFE_CONTENT_TYPE = 'text/plain; charset=utf-8';

/** The content type an answer of ingest reaches the browser with: its own if that is JSON or plain text. */
export function safeContentType(contentType: string | undefined): string {
  return contentType !== undefined && KEPT_CONTENT_TYPE.test(contentType) ? contentType : SAFE_CONTENT_TYPE;
}

/** The media type of an envelope; browsers send it as `text/plain`, and some receivers insist on this. */
export const ENVELOPE_CONTENT_TYPE = 'application/x-sentry-envelope';

/** How the tunnel names itself to ingest. */
export const TUNNEL_CLIENT = 'adit-tunnel/0.1.0';

// RFC 9110 §5.5: visible ASCII, space, tab and obs-text. A control character could end the line and start another.
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether a value may stand in a header field. */
export function isFieldValue(value: string): boolean {
  return FIELD_VALUE.test(value);
}

/**
 * The one explicit source of authentication. Ingest refuses two, and looks at the envelope's own `dsn` only where
 * there is none; with this one it also checks that project and key match the `dsn`.
 */
export function ingestAuth(publicKey: string): string {
  return `Sentry sentry_version=7, sentry_key=${publicKey}, sentry_client=${TUNNEL_CLIENT}`;
}
