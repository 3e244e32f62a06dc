import { asBufferSource } from './protocol/bytes.ts';
import { readStream } from './read-stream.ts';
import type { TunnelResponse } from './outcome/answer.ts';
import type { TunnelRequest } from './request/tunnel-request.ts';

/** Translates a Fetch request. Its `target` is given apart: a router may already have decided about the path. */
export function fromRequest(
  request: Request,
  target: string,
  peerAddress: string | undefined,
): TunnelRequest {
  const { method, headers, body, bodyUsed, signal } = request;
  return {
    method,
    target,
    header: (name) => headers.get(name) ?? undefined,
    body: body && readStream(body, signal),
    bodyUsed: bodyUsed || body?.locked === true,
    peerAddress,
  };
}

/** Statuses whose response may not have a body; `Response` throws at one (https://fetch.spec.whatwg.org/#null-body-status). */
const NULL_BODY_STATUSES: readonly number[] = [204, 205, 304];

/** Translates an answer to a Fetch response. */
export function toResponse({ status, headers, body }: TunnelResponse): Response {
  const isNullBody = NULL_BODY_STATUSES.includes(status);
  return new Response(isNullBody ? null : asBufferSource(body), { status, headers });
}
