import type { FetchTarget } from '../browser/wrap-fetch.ts';
import {
  governPrefetches,
  type GovernPrefetchesOptions,
  type PrefetchGovernor,
} from './govern-prefetches.ts';

/** A prefetch that waits. */
export interface HeldPrefetch {
  readonly input: RequestInfo | URL;
  readonly init: RequestInit | undefined;
  readonly page: string;
  readonly proceed: () => Promise<Response>;
  readonly answer: (response: Response | Promise<Response>) => void;
}

/** The state of `holdPrefetches`. */
export interface Holding {
  readonly options: GovernPrefetchesOptions | undefined;
  readonly target: FetchTarget;
  readonly held: Set<HeldPrefetch>;
  /** The number of prefetches sent without the governor, and those of them that are under way. */
  readonly sent: number;
  readonly underWay: Iterable<Promise<void>>;
  /** The target of the newest navigation. */
  readonly destination: () => string | undefined;
  /** Lets requests pass from now on. */
  readonly stop: () => void;
}

/** The governor's own burst. The prefetches sent before count for it. */
const BURST = 50;

/** Starts the governor when the prefetches under way are answered, and gives it those that wait. */
export async function takeOver(holding: Holding): Promise<PrefetchGovernor> {
  const { options, target, held, sent, underWay, destination, stop } = holding;
  // It does not count them.
  await Promise.all(underWay);
  stop();
  const governor = governPrefetches(options ?? { budget: { guessBurst: BURST - sent } });
  for (const { input, init, answer } of held) answer(target.fetch(input, init));
  held.clear();
  const page = destination();
  if (page !== undefined) governor.navigating(page);
  return governor;
}
