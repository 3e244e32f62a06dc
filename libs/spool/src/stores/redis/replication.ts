import { RedisAwayError, type Redis } from './redis.ts';

/** Whether the replicas of Redis have what was written. */
export interface Replication {
  /** @throws RedisAwayError if the last {@link confirm} has failed: what is written now would not be confirmed either */
  readonly require: () => void;
  /**
   * Waits until enough replicas have received what Redis had answered before the call.
   * @throws RedisAwayError if fewer have received it in time, or Redis fails
   */
  readonly confirm: () => Promise<void>;
}

/**
 * Creates a {@link Replication}. One `WAIT` is under way at a time, because it holds up all commands of its connection.
 * Calls that come meanwhile share the next one.
 */
export function createReplication({ replicas, wait }: Pick<Redis, 'replicas' | 'wait'>): Replication {
  let failure: RedisAwayError | undefined;
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const begin = (): Promise<void> => (current = waitOnce());
  const waitOnce = async (): Promise<void> => {
    try {
      const received = await wait();
      if (received < replicas) throw new Error(`${received} of ${replicas} replicas have received it`);
      failure = undefined;
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      failure = new RedisAwayError(`Redis has not passed it on: ${cause}`, { cause: error });
      throw failure;
    } finally {
      current = undefined;
    }
  };
  const beginNext = (): Promise<void> => {
    next = undefined;
    return begin();
  };

  return {
    require: () => {
      if (failure !== undefined) throw failure;
    },
    confirm: async () => {
      if (replicas === 0) return;
      if (current !== undefined) next ??= current.then(beginNext, beginNext);
      await (next ?? begin());
    },
  };
}
