export { createFetchTransport } from './fetch-transport.ts';
export { DEFAULT_INGEST_TIMEOUT_MS, DEFAULT_MAX_ENVELOPE_BYTES, DEFAULT_PATH } from './options.ts';
export { NEUTRAL_ADDRESS } from './protocol/client-address.ts';
export { MAX_HEADER_LINE_BYTES } from './protocol/envelope-header.ts';
export { REFUSAL_REASONS } from './steps/outcomes.ts';
export { createTunnel } from './tunnel.ts';

export type { FetchTransportOptions } from './fetch-transport.ts';
export type { TunnelOptions } from './options.ts';
export type { ClientIpMode } from './protocol/client-address.ts';
export type { IngestEndpoint } from './protocol/dsn.ts';
export type { TunnelStats } from './stats.ts';
export type { TunnelResponse } from './steps/answer.ts';
export type {
  IngestAnswer,
  IngestExchange,
  IngestRequest,
  IngestTransport,
} from './steps/ingest-transport.ts';
export type { Aborted, Forwarded, Outcome, Refusal, RefusalReason, Undelivered } from './steps/outcomes.ts';
export type { Clock } from './steps/watch.ts';
export type { TunnelRequest } from './tunnel-request.ts';
export type { FetchContext, Tunnel } from './tunnel.ts';
