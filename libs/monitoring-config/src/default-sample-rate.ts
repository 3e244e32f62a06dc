import { isProduction } from './is-production.ts';

/** Production has much traffic, so a tenth of the traces is enough. */
const PRODUCTION_TRACES_SAMPLE_RATE = 0.1;
const OTHER_TRACES_SAMPLE_RATE = 1;

/** The share of traces that an environment sends if no share is set. */
export function defaultTracesSampleRate(environment: string): number {
  return isProduction(environment) ? PRODUCTION_TRACES_SAMPLE_RATE : OTHER_TRACES_SAMPLE_RATE;
}
