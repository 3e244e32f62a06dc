export { setIdleTimeout } from './clock/clock.ts';
export { createStallTimer } from './clock/stall-timer.ts';
export { SYSTEM_CLOCK } from './clock/system-clock.ts';
export { createWallHistory, WALL_TOLERANCE_MS } from './clock/wall-history.ts';
export { DecodeError } from './decoders/decoder.ts';
export { createDecodingPause } from './decoders/decoding-pause.ts';
export { createWebDecoders } from './decoders/web-decoders.ts';
export { ignoreFailure } from './ignore-failure.ts';
export { optionError } from './option-error.ts';
export { isTunnelPath, parseApiPath } from './protocol/api-path.ts';
export { asBufferSource, concatBytes, createPieceList, NO_BYTES, streamOf } from './protocol/bytes.ts';
export {
  findClient,
  formatClient,
  isForwarded,
  isTrusted,
  networksOf,
  NEUTRAL_ADDRESS,
  withoutInternal,
} from './protocol/client-address.ts';
export { buildClientReport, createDiscardTally } from './protocol/client-report.ts';
export { parseContentEncoding } from './protocol/content-encoding.ts';
export { parseContentLength } from './protocol/content-length.ts';
export { DATA_CATEGORIES } from './protocol/data-category.ts';
export { knownTypes, MAX_NAMED_TYPES, plainEventId, sdkName } from './protocol/describe-header.ts';
export { adviceOnDsn, dsnIdentity, parseDsn, projectName } from './protocol/dsn.ts';
export {
  advanceSentAt,
  MAX_HEADER_LINE_BYTES,
  NEWLINE,
  parseEnvelopeHeader,
} from './protocol/envelope-header.ts';
export { createEnvelopeScanner, createItemFilter } from './protocol/envelope.ts';
export { formatRateLimits, retryAfterSeconds } from './protocol/format-rate-limits.ts';
export {
  ENVELOPE_CONTENT_TYPE,
  ingestAuth,
  isFieldValue,
  isOfTunnel,
  originOfReferer,
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
  safeContentType,
  TUNNEL_CLIENT,
} from './protocol/headers.ts';
export { ingestEndpoint } from './protocol/ingest-endpoint.ts';
export { isIpRange, parseIp, parseIpRange } from './protocol/ip.ts';
export { createItemCount } from './protocol/item-count.ts';
export { createsEvent, requiresEvent } from './protocol/item-rules.ts';
export { createItemSizeLimits, MAX_ITEMS } from './protocol/item-size-limits.ts';
export { createLimitHold } from './protocol/limit-hold.ts';
export { corsHeaders, isOriginAllowed, parseOrigin, preflightHeaders } from './protocol/origin.ts';
export { compareQuery, routeQueries } from './protocol/query.ts';
export {
  GENERIC_REASON,
  longestByCategory,
  MAX_REASON_LENGTH,
  mergeRateLimits,
  pruneRateLimits,
  reasonToDrop,
} from './protocol/rate-limits.ts';
export { readClientReport } from './protocol/read-client-report.ts';
export {
  DEFAULT_BACK_OFF_MS,
  MAX_LIMIT_MS,
  namedLimits,
  updateRateLimits,
} from './protocol/read-rate-limits.ts';
export { isSamePath, parseTarget } from './protocol/request-target.ts';
export { parseUrl } from './protocol/url.ts';
export { wrapEvent } from './protocol/wrap-event.ts';
export { MAX_REPORTS, wrapReports } from './protocol/wrap-reports.ts';
export { readFunction, readObject, readWholeNumber } from './read-option.ts';
export { readStream } from './read-stream.ts';
export { expectPromise, ignoreRejection, isThenable } from './thenable.ts';

export type { Clock } from './clock/clock.ts';
export type { StallTimer } from './clock/stall-timer.ts';
export type { WallHistory } from './clock/wall-history.ts';
export type { DecodedSink, Decoder, Decoders } from './decoders/decoder.ts';
export type { DecodingPause } from './decoders/decoding-pause.ts';
export type { ApiCall, ApiEndpoint, TunnelPaths } from './protocol/api-path.ts';
export type { PieceList } from './protocol/bytes.ts';
export type { ClientIpMode } from './protocol/client-address.ts';
export type { ClientReport, Discard, DiscardTally } from './protocol/client-report.ts';
export type { ContentCoding, EncodedCoding } from './protocol/content-encoding.ts';
export type { DiscardKind } from './protocol/data-category.ts';
export type { Dsn } from './protocol/dsn.ts';
export type { EnvelopeHeader } from './protocol/envelope-header.ts';
export type {
  EnvelopeFault,
  EnvelopeItem,
  EnvelopeScanner,
  EnvelopeScannerOptions,
  EnvelopeVisitor,
} from './protocol/envelope.ts';
export type { IngestEndpoint } from './protocol/ingest-endpoint.ts';
export type { IpRange } from './protocol/ip.ts';
export type { ItemCount } from './protocol/item-count.ts';
export type { ItemFacts, ItemKind, ItemType } from './protocol/item-rules.ts';
export type { LimitHold } from './protocol/limit-hold.ts';
export type { AllowedOrigins } from './protocol/origin.ts';
export type { RateLimit, RateLimits } from './protocol/rate-limits.ts';
export type { ClientDiscard } from './protocol/read-client-report.ts';
