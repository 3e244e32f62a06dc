import type { NoiseDrop } from '@adit/policy';
import type { OutcomeLog } from '../outcome-log.ts';

/** A callback that records drops of noise rules in a log. */
export const recordDrop =
  (log: OutcomeLog) =>
  ({ dryRun, ...drop }: NoiseDrop): void => {
    log.record({ ...drop, kind: dryRun ? 'would-drop' : 'dropped' });
  };
