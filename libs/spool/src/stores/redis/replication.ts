import { RedisAwayError, type Received, type Redis } from './redis.ts';

/** Whether the replicas of Redis have what was written. */
export interface Replication {
  /** @throws RedisAwayError if the last {@link confirm} has failed: what is written now would not be confirmed either */
  readonly require: () => void;
  /**
   * Waits until enough replicas have received what Redis had answered before the call.
   * @param primary the id of the primary that has written it. Default: any
   * @throws RedisAwayError if fewer have received it in time, another node is the primary by now, or Redis fails
   */
  readonly confirm: (primary?: string) => Promise<void>;
}

/**
 * Creates a {@link Replication}. One `WAIT` is under way at a time, because it holds up all commands of its connection.
 * Calls that come meanwhile share the next one.
 */
export function createReplication({ replicas, wait }: Pick<Redis, 'replicas' | 'wait'>): Replication {
  let failure: RedisAwayError | undefined;
  let current: Promise<Received> | undefined;
  let next: Promise<Received> | undefined;

  const begin = (): Promise<Received> => (current = waitOnce());
  const waitOnce = async (): Promise<Received> => {
    try {
      const received = await wait();
      if (!(received.replicas >= replicas))
        throw new Error(`${received.replicas} of ${replicas} replicas have received it`);
      failure = undefined;
      return received;
    } catch (error) {
      failure = notPassedOn(error);
      throw failure;
    } finally {
      current = undefined;
    }
  };
  const beginNext = (): Promise<Received> => {
    next = undefined;
    return begin();
  };

  return {
    require: () => {
      if (failure !== undefined) throw failure;
    },
    confirm: async (primary) => {
      if (replicas === 0) return;
      if (current !== undefined) next ??= current.then(beginNext, beginNext);
      const asked = await (next ?? begin());
      // An envelope that the new primary has not received is lost. Later writes go to it, so they are not refused.
      if (primary !== undefined && asked.primary !== primary)
        throw notPassedOn(new Error('another node has become the primary'));
    },
  };
}

function notPassedOn(error: unknown): RedisAwayError {
  const cause = error instanceof Error ? error.message : String(error);
  return new RedisAwayError(`Redis has not passed it on: ${cause}`, { cause: error });
}
