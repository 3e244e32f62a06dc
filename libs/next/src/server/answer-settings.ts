import { createHash } from 'node:crypto';
import { serializeRuntimeConfig } from '@adit/monitoring-config';
import type { TunnelResponse } from '@adit/tunnel';
import { monitoring } from './monitoring.ts';

const settings = new TextEncoder().encode(serializeRuntimeConfig(monitoring));
const etag = `"${createHash('sha256').update(settings).digest('base64url').slice(0, 22)}"`;

const HEADERS = {
  'content-type': 'application/json',
  // A page of any age asks whether its settings are still those of the server. No other site and no cache may answer.
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  etag,
} as const;

/** Answers a browser that asks for this server's DSN, environment and rates. All of them are public; 304 if it has them. */
export function answerSettings(ifNoneMatch: string | undefined): TunnelResponse {
  const isKnown = ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  return isKnown
    ? { status: 304, headers: HEADERS, body: new Uint8Array(0) }
    : { status: 200, headers: HEADERS, body: settings };
}
