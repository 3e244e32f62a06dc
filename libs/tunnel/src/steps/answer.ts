import type { Forwarded, Outcome } from './outcomes.ts';

/** An answer, as its adapter writes it. */
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
}

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

// RFC 9110 §15.5.6: whoever refuses a method names those it takes.
const HEADERS_WITH_ALLOW = { ...HEADERS, allow: 'POST' } as const;

const METHOD_NOT_ALLOWED = 405;

const encoder = new TextEncoder();

/** Answers where there is nothing of ingest's to pass on; the form, `{"detail":"…"}`, is ingest's own. */
export function settle(outcome: Exclude<Outcome, Forwarded>): Delivery {
  const { status, detail } = outcome;
  return {
    outcome,
    answer: {
      status,
      headers: status === METHOD_NOT_ALLOWED ? HEADERS_WITH_ALLOW : HEADERS,
      body: encoder.encode(JSON.stringify({ detail })),
    },
  };
}
