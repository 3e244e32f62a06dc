import { parseContentLength } from '../protocol/content-length.ts';
import { isOriginAllowed, type AllowedOrigins } from '../protocol/origin.ts';
import { isSamePath } from '../protocol/request-target.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';
import type { TunnelRequest } from './tunnel-request.ts';

/** The settings that the head of a request is checked against. */
export interface HeadRules {
  readonly path: string;
  readonly allowedOrigins: AllowedOrigins;
}

/**
 * Refuses any path but the tunnel's, any method but POST (405, RFC 9110 §15.5.6), and pages of origins that are not
 * allowed.
 */
export function checkHead(
  request: TunnelRequest,
  requestPath: string,
  { path, allowedOrigins }: HeadRules,
): Refusal | undefined {
  if (!isSamePath(requestPath, path)) return refusal('path-not-found');
  if (request.method !== 'POST') return refusal('method-not-allowed');
  return isOriginAllowed(request, allowedOrigins) ? undefined : refusal('origin-not-allowed');
}

/** Refuses a body that was read before, or whose announced length is over the limit. */
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
