export { createFetchTransport } from './fetch-transport.ts';
export {
  DEFAULT_BODY_TIMEOUT_MS,
  DEFAULT_INGEST_TIMEOUT_MS,
  DEFAULT_MAX_ENVELOPE_BYTES,
  DEFAULT_PATH,
  DEFAULT_SPOOL_MAX_AGE_MS,
} from './options.ts';
export { NEUTRAL_ADDRESS } from './protocol/client-address.ts';
export { DATA_CATEGORIES } from './protocol/data-category.ts';
export { MAX_HEADER_LINE_BYTES } from './protocol/envelope-header.ts';
export { DEFAULT_BACK_OFF_MS, mergeRateLimits } from './protocol/rate-limits.ts';
export { DecodeError } from './envelope/decoder.ts';
export { REFUSAL_REASONS } from './outcome/outcomes.ts';
export { SpoolFullError } from './stores/stores.ts';
export { createTunnel } from './tunnel.ts';
export { createWebDecoders } from './web-decoders.ts';

export type { FetchTransportOptions } from './fetch-transport.ts';
export type { Fault, InjectedPart } from './guard/faults.ts';
export type { TunnelOptions } from './options.ts';
export type { ClientIpMode } from './protocol/client-address.ts';
export type { EncodedCoding } from './protocol/content-encoding.ts';
export type { DataCategory } from './protocol/data-category.ts';
export type { IngestEndpoint } from './protocol/dsn.ts';
export type { LimitScope, RateLimit, RateLimits } from './protocol/rate-limits.ts';
export type { TunnelStats } from './stats.ts';
export type { TunnelResponse } from './outcome/answer.ts';
export type { DecodedSink, Decoder, Decoders } from './envelope/decoder.ts';
export type {
  IngestAnswer,
  IngestExchange,
  IngestRequest,
  IngestTransport,
} from './send/ingest-transport.ts';
export type {
  Aborted,
  Forwarded,
  Outcome,
  Refusal,
  RefusalReason,
  Spooled,
  Undelivered,
} from './outcome/outcomes.ts';
export type { Clock } from './clock/clock.ts';
export type {
  LimitStore,
  SpoolDepth,
  SpooledEnvelope,
  SpoolEntry,
  SpoolStore,
  ThrottleStore,
} from './stores/stores.ts';
export type { RequestBody, TunnelRequest } from './request/tunnel-request.ts';
export type { FetchContext, Tunnel } from './tunnel.ts';
export type { WebDecodersOptions } from './web-decoders.ts';
