import type { Filtered, Forwarded, Outcome, Spooled } from './outcomes.ts';

/** An answer for the adapter to write. */
export interface TunnelResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The fate of a request and the answer to it. */
export interface Delivery {
  readonly outcome: Outcome;
  readonly answer: TunnelResponse;
  /** The envelope that is neither sent nor stored, as rules and limits have left it. Only if it is in one piece. */
  readonly unsent?: Uint8Array | undefined;
}

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

// RFC 9110 §15.5.6: a 405 lists the allowed methods.
const HEADERS_WITH_ALLOW = { ...HEADERS, allow: 'POST' } as const;

const METHOD_NOT_ALLOWED = 405;

const encoder = new TextEncoder();

/** Bodies by detail; the number of details is fixed. */
const bodies = new Map<string, Uint8Array>();

function bodyOf(detail: string): Uint8Array {
  let body = bodies.get(detail);
  if (body === undefined) {
    body = encoder.encode(JSON.stringify({ detail }));
    bodies.set(detail, body);
  }
  return body;
}

/** The answer of ingest to an envelope that it accepts. */
export function accepted(eventId: string | undefined): TunnelResponse {
  const body = eventId === undefined ? {} : { id: eventId };
  return { status: 200, headers: HEADERS, body: encoder.encode(JSON.stringify(body)) };
}

/** Answers a request without an answer of ingest, in ingest's own format: `{"detail":"…"}`. */
export function settle(outcome: Exclude<Outcome, Forwarded | Spooled | Filtered>): Delivery {
  const { status, detail } = outcome;
  const headers = status === METHOD_NOT_ALLOWED ? HEADERS_WITH_ALLOW : HEADERS;
  return {
    outcome,
    answer: {
      status,
      headers: 'headers' in outcome ? joinHeaders(headers, outcome.headers) : headers,
      body: bodyOf(detail),
    },
  };
}

/** An answer without content. */
export const NO_CONTENT: TunnelResponse = { status: 204, headers: {}, body: new Uint8Array(0) };

// https://fetch.spec.whatwg.org/#x-content-type-options-header: browsers never treat an answer as a script or a page.
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' } as const;

/** The final answer: with the headers of every answer, and these. */
export function complete(
  answer: TunnelResponse,
  headers: TunnelResponse['headers'] | undefined,
): TunnelResponse {
  const { status, headers: own, body } = answer;
  return { status, headers: joinHeaders(own, NO_SNIFFING, headers), body };
}

/** Field by field: V8 takes ten times as long for a literal with several spreads. */
function joinHeaders(
  ...parts: readonly (TunnelResponse['headers'] | undefined)[]
): TunnelResponse['headers'] {
  const joined: Record<string, string> = {};
  for (const part of parts) for (const name in part) joined[name] = part[name] as string;
  return joined;
}
