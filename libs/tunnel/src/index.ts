export { createFetchTransport } from './fetch-transport.ts';
export { DEFAULT_PATH } from './options.ts';
export { DEFAULT_SPOOL_MAX_AGE_MS } from './times.ts';
export { INJECTED_PARTS, warnOfFault } from './outcome/faults.ts';
export { lossOf } from './outcome/outcomes.ts';
export { watchOutages } from './outcome/watch-outages.ts';
export { adviceOn, noteSaid, saidBy, saidOf } from './outcome/rejections.ts';
export { addUp } from './ledger/add-up.ts';
export { addEnded, ledgerSince, mergeLedgers } from './ledger/ledger.ts';
export { estimateArrived } from './ledger/arrived-share.ts';
export { BOUNDARIES_S, countOf, quantile } from './ledger/durations.ts';
export { NO_RECORDED } from './ledger/recorded.ts';
export { ledgerOf, mergeStats } from './stats.ts';
export { createTunnel } from './tunnel.ts';
export { readTrustedProxies } from './request/trusted-proxies.ts';

export type { Fact, Fault } from './outcome/faults.ts';
export type {
  EnvelopeJudge,
  EnvelopePolicy,
  PolicyEnvelope,
  PolicyItem,
  PolicyVerdict,
} from './envelope/policy.ts';
export type { ArrivedShare } from './ledger/arrived-share.ts';
export type { Durations } from './ledger/durations.ts';
export type { Ledger } from './ledger/ledger.ts';
export type {
  BrowserFamily,
  ItemFates,
  RecordedBy,
  RecordedCategory,
  RecordedCounts,
} from './ledger/recorded.ts';
export type { TunnelOptions } from './options.ts';
export type { TunnelTimes } from './times.ts';
export type { ProjectStats, TunnelStats } from './stats.ts';
export type { TunnelResponse } from './outcome/answer.ts';
export type {
  IngestAnswer,
  IngestExchange,
  IngestRequest,
  IngestTransport,
} from './send/ingest-transport.ts';
export type { Outcome } from './outcome/outcomes.ts';
export type { OutageNews, OutageWatch, OutageWatchOptions } from './outcome/watch-outages.ts';
export type { RejectionLine, RejectionState } from './outcome/rejections.ts';
export type { OutcomeDetail, StoredOutcome } from './outcome/outcome-detail.ts';
export type { DirectAnswer, OwnEnvelope } from './request/own-envelope.ts';
export type { RequestBody, TunnelRequest } from './request/tunnel-request.ts';
export type { Tunnel } from './tunnel.ts';
