import { SYSTEM_CLOCK } from '../clock/system-clock.ts';
import type { ResolvedOptions } from '../options.ts';
import { callListener, type Faults, type InjectedPart } from './faults.ts';
import { guardClock } from './guard-clock.ts';
import { guardDecoders } from './guard-decoders.ts';
import { guardLimits, guardSpool, guardThrottle } from './guard-stores.ts';

/** Options that can be called without care. */
export interface GuardedOptions extends ResolvedOptions {
  readonly onSpoolError: (error: unknown) => void;
}

/**
 * Puts everything that was handed in behind a guard, but for the transport, which only `send-envelope` calls, and the
 * request, whose failure `handle` answers. INTERNALS.md says what each failure comes to.
 */
export function guardOptions(options: ResolvedOptions, faults: Faults): GuardedOptions {
  const reportOf =
    (part: InjectedPart) =>
    (error: unknown): void => {
      faults.report(part, error);
    };
  const clock =
    options.clock === SYSTEM_CLOCK
      ? SYSTEM_CLOCK
      : guardClock(options.clock, SYSTEM_CLOCK, reportOf('clock'));
  const { onOutcome, onStoredOutcome, onSpoolError, spool, throttle } = options;
  return {
    ...options,
    clock,
    limits: guardLimits(options.limits, reportOf('limits')),
    throttle: throttle && guardThrottle(throttle, clock, reportOf('throttle')),
    spool: spool && guardSpool(spool, clock, reportOf('spool')),
    decoders: guardDecoders(options.decoders, clock, reportOf('decoders')),
    onOutcome:
      onOutcome &&
      ((outcome, detail) => {
        callListener((news) => onOutcome(outcome, news), detail, reportOf('onOutcome'));
      }),
    onStoredOutcome:
      onStoredOutcome &&
      ((outcome, detail) => {
        callListener((news) => onStoredOutcome(outcome, news), detail, reportOf('onStoredOutcome'));
      }),
    onSpoolError: (error) => {
      if (onSpoolError === undefined) {
        faults.report('spool', error);
        return;
      }
      faults.count('spool');
      callListener(onSpoolError, error, reportOf('onSpoolError'));
    },
  };
}
