/**
 * The header fields passed on from the client to ingest, besides those that the tunnel writes. Ingest reads the browser
 * from the first group and checks the project's allowed domains with the second (Relay, `request_meta.rs`). Only the
 * origin of `referer` is passed on. Cookies, authorization, hop-by-hop fields and other forwarding headers are not.
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

/** The header fields passed on from ingest to the client: the answer's type, and when the SDK may send again. */
export const RESPONSE_HEADERS = ['content-type', 'retry-after', 'x-sentry-rate-limits'] as const;

// RFC 9110 §8.3: a media type and its parameters. No comma, so that two joined lines do not match: browsers would use
// the last line.
const KEPT_CONTENT_TYPE =
  /^(?:application\/json|text\/plain)(?:[ \t]*;[ \t]*[\w.+-]+=(?:[\w.+-]+|"[\w.+ -]*"))*[ \t]*$/i;

/** The content type of all other answers: browsers show them as text and run nothing in them. */
const SAFE_CONTENT_TYPE = 'text/plain; charset=utf-8';

/** The content type of ingest's answer for the browser: its own if it is JSON or plain text, else plain text. */
export function safeContentType(contentType: string | undefined): string {
  return contentType !== undefined && KEPT_CONTENT_TYPE.test(contentType) ? contentType : SAFE_CONTENT_TYPE;
}

/** The media type of an envelope. Browsers send `text/plain`, but some receivers require this one. */
export const ENVELOPE_CONTENT_TYPE = 'application/x-sentry-envelope';

const ORIGIN_OF_ADDRESS = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/**
 * The origin of a `referer`, with a trailing slash, as browsers write it under the policy `strict-origin`, which the
 * SDK sets. A beacon sends the page's whole address instead, and its query may contain secrets. Ingest needs only the
 * origin.
 */
export function originOfReferer(value: string): string {
  const origin = ORIGIN_OF_ADDRESS.exec(value)?.[0];
  return origin === undefined ? value : `${origin}/`;
}

/** The name that the tunnel sends to ingest. */
export const TUNNEL_CLIENT = 'adit-tunnel/0.1.0';

const TUNNEL_MARK = `sentry_client=${TUNNEL_CLIENT.slice(0, TUNNEL_CLIENT.indexOf('/') + 1)}`;

/** Whether a tunnel sent the request, by its `X-Sentry-Auth`. */
export function isOfTunnel(sentryAuth: string | undefined): boolean {
  return sentryAuth?.includes(TUNNEL_MARK) === true;
}

// RFC 9110 §5.5: visible ASCII, space, tab and obs-text. A control character could start another header line.
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether a value is valid in a header field. */
export function isFieldValue(value: string): boolean {
  return FIELD_VALUE.test(value);
}

/**
 * The only source of authentication that the tunnel sends. Ingest refuses two sources, and checks that project and key of
 * this one match the envelope's `dsn`.
 */
export function ingestAuth(publicKey: string): string {
  return `Sentry sentry_version=7, sentry_key=${publicKey}, sentry_client=${TUNNEL_CLIENT}`;
}
