import { isOriginAllowed, type AllowedOrigins } from '../protocol/origin.ts';
import type { TunnelRequest } from './tunnel-request.ts';
import { matchEndpoint } from './match-endpoint.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';

/** What a request is held against before anything else. */
export interface HeadRules {
  readonly path: string;
  readonly allowedOrigins: AllowedOrigins;
}

/** Decides from the request line and the page the request comes from. */
export function checkHead(
  request: TunnelRequest,
  requestPath: string,
  { path, allowedOrigins }: HeadRules,
): Refusal | undefined {
  const misplaced = matchEndpoint(request.method, requestPath, path);
  if (misplaced !== undefined) return misplaced;
  return isOriginAllowed(request, allowedOrigins) ? undefined : refusal('origin-not-allowed');
}
