import { asBufferSource, readStream } from '@adit/envelope';
import type { TunnelResponse } from './outcome/answer.ts';
import type { TunnelRequest, WaitUntil } from './request/tunnel-request.ts';

/** Facts about a Fetch request that the request does not contain. */
export interface FetchContext {
  /** The address at the other end of the connection. Without it, forwarding headers are ignored too. */
  clientAddress?: string | undefined;
  /**
   * Keeps the host running until the promise settles: `(work) => ctx.waitUntil(work)` in a Cloudflare worker. Pass it
   * if your host stops the work of a request after its answer.
   */
  waitUntil?: WaitUntil | undefined;
}

/** Translates a Fetch request. `target` is separate because a router may already have decided about the path. */
export function fromRequest(
  request: Request,
  target: string,
  { clientAddress, waitUntil }: FetchContext,
): TunnelRequest {
  const { method, headers, body, bodyUsed, signal } = request;
  return {
    method,
    target,
    header: (name) => headers.get(name) ?? undefined,
    body: body && readStream(body, signal),
    bodyUsed: bodyUsed || body?.locked === true,
    peerAddress: clientAddress,
    waitUntil,
  };
}

/**
 * Statuses whose response must not have a body; `Response` throws on one
 * (https://fetch.spec.whatwg.org/#null-body-status).
 */
const NULL_BODY_STATUSES: readonly number[] = [204, 205, 304];

/** Translates an answer to a Fetch response. */
export function toResponse({ status, headers, body }: TunnelResponse): Response {
  const isNullBody = NULL_BODY_STATUSES.includes(status);
  return new Response(isNullBody ? null : asBufferSource(body), { status, headers });
}
