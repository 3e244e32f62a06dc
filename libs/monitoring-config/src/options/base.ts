import type { NoiseSide } from '@adit/policy';
import { MonitoringConfigError } from '../config-error.ts';
import type { Monitoring } from '../define-monitoring.ts';
import { createRuleJudge } from './rule-judge.ts';
import {
  assembleOptions,
  type BaseInitOptions,
  type OptionsHooks,
  type HostState,
  type SentrySdk,
} from './assemble.ts';

export type { BaseInitOptions, OptionsHooks, PageState, SentrySdk } from './assemble.ts';

/** The functions of the SDK that are always needed. */
const SDK_FUNCTIONS = ['eventFiltersIntegration', 'linkedErrorsIntegration'] as const;

/**
 * Returns the options for client, server and edge.
 * @throws {MonitoringConfigError} if `sdk` lacks a function.
 */
export function toBaseOptions(
  monitoring: Monitoring,
  side: NoiseSide,
  hooks: OptionsHooks,
  host?: HostState,
): BaseInitOptions {
  const { noiseFilter, scrubber, ...others } = checkHooks(hooks);
  const judge = createRuleJudge(monitoring, side, { log: others.log, noiseFilter, scrubber }, host);
  return assembleOptions(monitoring, { ...others, judge });
}

/** @throws {MonitoringConfigError} if `sdk` lacks a function. */
export function checkHooks<Hooks extends OptionsHooks>(given: Hooks): Hooks {
  const hooks = Object(given) as Hooks;
  const { sdk } = hooks as { sdk?: Partial<SentrySdk> };
  const missing = SDK_FUNCTIONS.filter((name) => typeof sdk?.[name] !== 'function');
  if (missing.length > 0)
    throw new MonitoringConfigError(
      'sdk',
      sdk,
      `an object with ${SDK_FUNCTIONS.join(' and ')} of the Sentry SDK; missing: ${missing.join(', ')}`,
    );
  return hooks;
}
