import { createHash } from 'node:crypto';
import { fromRequest, toResponse } from '../fetch-adapter.ts';
import type { TunnelResponse } from '../outcome/answer.ts';
import { isSamePath, parseTarget } from '../protocol/request-target.ts';
import type { Tunnel } from '../tunnel.ts';
import { createCompletion } from './complete-early-envelope.ts';

/**
 * Returns the tunnel with two more tasks, so that pages of one build, also static ones, can be served with many settings:
 *
 * - A GET of its path is answered with `settings`, for pages of the same origin. The answer has an ETag and is never cached
 *   without asking.
 * - An envelope with `"adit"` in place of the DSN is completed with the DSN and the environment of `settings`. Pages without
 *   settings send such envelopes: `startMonitoring` of `@adit/monitoring-client` with `config: { dsn: 'adit', … }`.
 *
 * @param settings JSON that pages may read: `serializeRuntimeConfig` of `@adit/monitoring-config` writes it
 * @throws SyntaxError if `settings` is no JSON
 */
export function serveSettings(tunnel: Tunnel, settings: string): Tunnel {
  const { dsn, environment } = JSON.parse(settings) as { dsn?: string; environment?: string };
  const answer = createAnswer(settings);
  const complete = createCompletion(dsn, environment);
  const handle: Tunnel['handle'] = (request) =>
    (request.method === 'GET' || request.method === 'HEAD') &&
    isSamePath(parseTarget(request.target).path, tunnel.path)
      ? Promise.resolve(answer(request.header('if-none-match')))
      : tunnel.handle(complete(request));
  return {
    ...tunnel,
    handle,
    fetch: async (request, context = {}) =>
      toResponse(await handle(fromRequest(request, request.url, context))),
  };
}

/** Returns a function that answers with the settings; with 304 if the browser has them. */
function createAnswer(settings: string): (ifNoneMatch: string | undefined) => TunnelResponse {
  const body = new TextEncoder().encode(settings);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': 'application/json',
    // A page of any age asks whether its settings are still those of the server. No other site and no cache may answer.
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    etag,
  };
  return (ifNoneMatch) => {
    const isKnown = ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
    return isKnown ? { status: 304, headers, body: new Uint8Array(0) } : { status: 200, headers, body };
  };
}
