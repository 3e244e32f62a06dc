import type { Forward, ProcessReport } from '@adit/operations';
import type { ServerMeasures } from '../metrics/measures.ts';
import type { ControlCommand } from './control.ts';

/** The part that receives envelopes: this process, or several workers. */
export interface TunnelFront {
  readonly url: string;
  readonly isReady: () => boolean | Promise<boolean>;
  /** The combined measures of all processes. */
  readonly measure: () => Promise<ServerMeasures>;
  /** The reports of all processes that answer. */
  readonly reports: () => Promise<readonly ProcessReport[]>;
  readonly findForwards: (eventId: string) => Promise<readonly Forward[]>;
  /** Accounts of the items that the policies of all processes have judged in the last hour; `undefined` without a policy. */
  readonly recent: () => Promise<readonly unknown[] | undefined>;
  readonly control: (command: ControlCommand) => void;
  /** Resolves to the final measures. */
  readonly stop: () => Promise<ServerMeasures>;
}
