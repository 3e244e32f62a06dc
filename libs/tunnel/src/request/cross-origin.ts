import {
  corsHeaders,
  isTunnelPath,
  parseApiPath,
  parseTarget,
  preflightHeaders,
  type AllowedOrigins,
} from '@adit/envelope';
import { complete, NO_CONTENT, type TunnelResponse } from '../outcome/answer.ts';
import { originsAt } from './check-head.ts';
import type { TunnelRequest } from './tunnel-request.ts';

/** The paths at which the tunnel answers, and the other origins whose pages may post there. */
interface Doors {
  readonly path: string;
  readonly apiPath: string | undefined;
  readonly allowedOrigins: AllowedOrigins;
}

/** Answers a browser that asks whether a page of another origin may post; `undefined` for any other request. */
export function answerPreflight(doors: Doors, request: TunnelRequest): TunnelResponse | undefined {
  if (request.method !== 'OPTIONS' || !isTunnelPath(parseTarget(request.target).path, doors))
    return undefined;
  const headers = preflightHeaders(request, originsOf(doors, request));
  return headers && complete(NO_CONTENT, headers);
}

/** The headers that let a page of another origin read the answer; `undefined` if it may not, or needs none. */
export function crossOriginHeaders(
  doors: Doors,
  request: TunnelRequest,
): TunnelResponse['headers'] | undefined {
  return corsHeaders(request, originsOf(doors, request));
}

/** The origins whose pages may post to the target of the request. */
function originsOf({ apiPath, allowedOrigins }: Doors, { target }: TunnelRequest): AllowedOrigins {
  if (apiPath === undefined) return allowedOrigins;
  const call = parseApiPath(parseTarget(target).path, apiPath);
  return originsAt(call !== undefined && 'endpoint' in call ? call : undefined, allowedOrigins);
}
