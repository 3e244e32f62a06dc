import {
  isOfTunnel,
  isOriginAllowed,
  parseContentLength,
  type AllowedOrigins,
  type ApiCall,
} from '@adit/envelope';
import { refusal, type Refusal } from '../outcome/outcomes.ts';
import type { TunnelRequest } from './tunnel-request.ts';

/**
 * Refuses any method but POST (405, RFC 9110 §15.5.6), pages of origins that are not allowed, and at the API door the
 * requests of a tunnel: if the door is used as ingest, they would loop endlessly.
 * @param call the call of the API door; `undefined` at the tunnel's own path
 */
export function checkHead(
  request: TunnelRequest,
  call: ApiCall | undefined,
  allowedOrigins: AllowedOrigins,
): Refusal | undefined {
  if (request.method !== 'POST') return refusal('method-not-allowed');
  if (call !== undefined && isOfTunnel(request.header('x-sentry-auth'))) return refusal('tunnel-loop');
  return isOriginAllowed(request, originsAt(call, allowedOrigins))
    ? undefined
    : refusal('origin-not-allowed');
}

/**
 * The origins whose pages may post. Security reports are accepted from any origin: browsers send them with `Origin:
 * null`, which any page can have, so a list would keep nobody out.
 */
export function originsAt(call: ApiCall | undefined, allowedOrigins: AllowedOrigins): AllowedOrigins {
  return call?.endpoint === 'security' ? '*' : allowedOrigins;
}

/** Refuses a body that was read before, or whose announced length exceeds the limit. */
export function checkLength(
  { bodyUsed = false, header }: TunnelRequest,
  maxEnvelopeBytes: number,
): Refusal | undefined {
  if (bodyUsed) return refusal('body-consumed');
  const declaredBytes = parseContentLength(header('content-length'));
  return declaredBytes !== undefined && declaredBytes > maxEnvelopeBytes
    ? refusal('envelope-too-large')
    : undefined;
}
