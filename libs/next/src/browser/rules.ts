// A separate chunk: all noise rules and scrubbing, for pages whose tunnel does not judge what they send.
import type { Judge, judgeInTunnel } from '@adit/monitoring-config/browser';
import { createRuleJudge } from '@adit/monitoring-config/rules';
import { noiseFilterOf } from '../noise-filter-of.ts';
import { prepare } from './sdk.ts';

// Turbopack cuts a chunk into what other chunks need of it and the rest. This one needs all of the SDK's.
void prepare;

/** Judges what the browser sends in the browser. */
export function judgeHere(...[monitoring, { log, ...page }]: Parameters<typeof judgeInTunnel>): Judge {
  const noiseFilter = noiseFilterOf(monitoring, 'client', page);
  return createRuleJudge(monitoring, 'client', { log, noiseFilter }, page);
}
