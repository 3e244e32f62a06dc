import { createHash } from 'node:crypto';
import { fromRequest, toResponse } from '../fetch-adapter.ts';
import type { TunnelResponse } from '../outcome/answer.ts';
import { corsHeaders, isSamePath, parseTarget } from '@adit/envelope';
import type { TunnelRequest } from '../request/tunnel-request.ts';
import type { Tunnel } from '../tunnel.ts';
import { createCompletion, isEarly } from './complete-early-envelope.ts';

export { createOffTunnel } from './off-tunnel.ts';

/**
 * Returns the tunnel with three more tasks, so that pages of one build, including static ones, can be served with
 * different settings:
 * - A GET of its path is answered with `settings`, for pages of the same origin and of `allowedOrigins` of the tunnel.
 * The answer has an ETag and is always revalidated.
 * - An envelope with `"adit"` in place of the DSN is completed with the DSN and the environment of `settings`. Pages
 * without settings send such envelopes: `startMonitoring` of `@adit/monitoring-client` with `config: { dsn: 'adit', …
 * }`.
 * - The answer to such an envelope names the share of visits that need an SDK, in the header `adit-sdk-share`.
 * @param settings JSON that pages may read: `serializeRuntimeConfig` of `@adit/monitoring-config` writes it
 * @throws SyntaxError if `settings` is not JSON
 */
export function serveSettings(tunnel: Tunnel, settings: string): Tunnel {
  const parsed = JSON.parse(settings) as Settings;
  const { dsn, environment } = parsed;
  const share = String(shareOf(parsed));
  const answer = createAnswer(settings);
  const complete = createCompletion(dsn, environment);
  const isOwn = ({ target }: TunnelRequest): boolean => isSamePath(parseTarget(target).path, tunnel.path);
  const handle: Tunnel['handle'] = async (request) => {
    if ((request.method === 'GET' || request.method === 'HEAD') && isOwn(request)) {
      const { status, headers, body } = answer(request.header('if-none-match'));
      const cors = corsHeaders(request, tunnel.allowedOrigins);
      return { status, headers: { ...headers, ...cors }, body };
    }
    // Pages do not send through the API door.
    if (!isOwn(request) || !isEarly(request)) return tunnel.handle(request);
    const { headers, ...response } = await tunnel.handle(complete(request));
    return { ...response, headers: { ...headers, [SHARE]: share, ...exposed(headers) } };
  };
  return {
    ...tunnel,
    handle,
    fetch: async (request, context = {}) =>
      toResponse(await handle(fromRequest(request, request.url, context))),
  };
}

/** The fields of the settings that are read. */
interface Settings {
  readonly dsn?: string;
  readonly environment?: string;
  readonly tracesSampleRate?: number;
  readonly replaysSessionSampleRate?: number;
  readonly replaysOnErrorSampleRate?: number;
}

/** `createVisit` of `@adit/monitoring-client` reads it. */
const SHARE = 'adit-sdk-share';

/**
 * The share of visits that need an SDK without an error: those with a sampled trace or replay, from 0 to 1. 2 means all:
 * a replay with an error begins before the error, and without a rate of traces the page has one of its own. Without a
 * DSN, no visit needs one.
 */
function shareOf({
  dsn,
  tracesSampleRate = 2,
  replaysSessionSampleRate = 0,
  replaysOnErrorSampleRate = 0,
}: Settings): number {
  if (dsn === undefined) return 0;
  return replaysOnErrorSampleRate > 0 ? 2 : Math.max(tracesSampleRate, replaysSessionSampleRate);
}

const EXPOSED = 'access-control-expose-headers';

/** Lets a page of another origin read the share, if it may read the answer. */
const exposed = (headers: TunnelResponse['headers']): TunnelResponse['headers'] =>
  headers[EXPOSED] === undefined ? {} : { [EXPOSED]: `${headers[EXPOSED]}, ${SHARE}` };

/** Returns a function that answers with the settings, or with 304 if the browser has them already. */
function createAnswer(settings: string): (ifNoneMatch: string | undefined) => TunnelResponse {
  const body = new TextEncoder().encode(settings);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': 'application/json',
    // Every page checks whether its settings are still those of the server. No other site and no shared cache may
    // answer.
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    etag,
  };
  return (ifNoneMatch) => {
    const isKnown = ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
    return isKnown ? { status: 304, headers, body: new Uint8Array(0) } : { status: 200, headers, body };
  };
}
