export { createFetchTransport } from './fetch-transport.ts';
export { DEFAULT_PATH } from './options.ts';
export { isIpRange } from './protocol/ip.ts';
export { mergeRateLimits } from './protocol/rate-limits.ts';
export { DecodeError } from './envelope/decoder.ts';
export { SpoolElsewhereError, SpoolFullError } from './stores/stores.ts';
export { createTunnel } from './tunnel.ts';
export { createWebDecoders } from './web-decoders.ts';

export type { Fault } from './guard/faults.ts';
export type { TunnelOptions } from './options.ts';
export type { RateLimits } from './protocol/rate-limits.ts';
export type { TunnelStats } from './stats.ts';
export type { TunnelResponse } from './outcome/answer.ts';
export type { DecodedSink, Decoder, Decoders } from './envelope/decoder.ts';
export type {
  IngestAnswer,
  IngestExchange,
  IngestRequest,
  IngestTransport,
} from './send/ingest-transport.ts';
export type { Outcome } from './outcome/outcomes.ts';
export type { OutcomeDetail, StoredOutcome } from './outcome/outcome-detail.ts';
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
export type { Tunnel } from './tunnel.ts';
