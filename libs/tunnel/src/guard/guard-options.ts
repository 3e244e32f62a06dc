import type { ResolvedOptions } from '../options.ts';
import type { Faults, InjectedPart } from '../outcome/faults.ts';
import { guardDecoders } from './guard-decoders.ts';
import { guardPolicy } from './guard-policy.ts';
import { guardLimits, guardSpool, guardThrottle } from './guard-stores.ts';

/**
 * Guards everything that the application passes, except the transport, which only `send-envelope` calls, and the
 * request, whose failure `handle` answers. INTERNALS.md lists the consequences of each failure.
 */
export function guardOptions(options: ResolvedOptions, faults: Faults): ResolvedOptions {
  const reportOf =
    (part: InjectedPart) =>
    (error: unknown): void => {
      faults.report(part, error);
    };
  const { clock, spool, throttle } = options;
  return {
    ...options,
    limits: guardLimits(options.limits, reportOf('limits')),
    throttle: throttle && guardThrottle(throttle, clock, reportOf('throttle')),
    spool: spool && guardSpool(spool, clock, reportOf('spool')),
    policy: options.policy && guardPolicy(options.policy, reportOf('policy')),
    decoders: guardDecoders(options.decoders, clock, reportOf('decoders')),
  };
}
