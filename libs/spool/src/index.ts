export { createDrain } from './drain/drain.ts';
export { SpoolElsewhereError, SpoolFullError } from './stores/stores.ts';

export type { GiveUpCause, NewFailure } from './drain/causes.ts';
export type { Hold, RedeliveryResult } from './drain/drain-context.ts';
export type { Drain, DrainOptions } from './drain/drain.ts';
export type {
  LimitStore,
  SpoolDepth,
  SpooledEnvelope,
  SpoolEntry,
  SpoolStore,
  ThrottleStore,
} from './stores/stores.ts';
