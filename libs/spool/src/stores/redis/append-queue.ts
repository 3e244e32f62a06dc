import { RedisAwayError, type Redis } from './redis.ts';
import type { SpoolKeys } from './spool-keys.ts';
import { APPEND } from './spool-scripts.ts';

/** An envelope to add, as {@link APPEND} takes it. */
export interface Addition {
  readonly takenBytes: number;
  readonly args: readonly (string | Buffer)[];
}

/**
 * Adds an envelope to a log, in the order of the calls.
 * @throws if the DSN is full; RedisAwayError if it waited longer than a command may take; errors of `Redis.run` and of `confirm`.
 * After the latter three the envelope may have been stored.
 */
export type AppendQueue = (addition: Addition) => Promise<void>;

interface Waiting extends Addition {
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Redis writes its file once per script, so waiting envelopes are added together, up to this many or the number of
 * bytes below.
 */
const MOST_AT_ONCE = 64;
const MOST_BYTES_AT_ONCE = 256 * 1_024;

/** Scripts under way at a time: while Redis runs one, the next is being sent. */
const MOST_ON_THEIR_WAY = 2;

interface AppendQueueHost {
  /** Milliseconds of a clock that is never set. */
  readonly now: () => number;
  /** Called with the number of envelopes and bytes in the log. */
  readonly onMeasured: (envelopes: number, bytes: number) => void;
  readonly fullDsn: () => Error;
  /** Called after each script, with the id of the primary. Until it resolves, what was added does not count as stored. */
  readonly confirm: (primary: string) => Promise<void>;
}

/** Creates the {@link AppendQueue} of one DSN. */
export function createAppendQueue(
  redis: Redis,
  { log, meta }: SpoolKeys,
  maxBytes: number,
  { now, onMeasured, fullDsn, confirm }: AppendQueueHost,
): AppendQueue {
  const waiting: Waiting[] = [];
  let onTheirWay = 0;
  let isDue = false;

  /** Redis is too slow: waiting calls fail instead of waiting without end. */
  const refuseLate = (): void => {
    const first = waiting.findIndex(({ since }) => now() - since < redis.deadlineMs);
    for (const { reject } of waiting.splice(0, first === -1 ? waiting.length : first)) {
      reject(new RedisAwayError(`Redis has not taken it for ${redis.deadlineMs} ms`));
    }
  };
  const takeSome = (): Waiting[] => {
    let bytes = 0;
    let count = 0;
    while (count < waiting.length && count < MOST_AT_ONCE) {
      bytes += waiting[count]?.takenBytes ?? 0;
      if (count > 0 && bytes > MOST_BYTES_AT_ONCE) break;
      count += 1;
    }
    return waiting.splice(0, count);
  };
  const send = async (some: readonly Waiting[]): Promise<void> => {
    onTheirWay += 1;
    try {
      const args = [String(maxBytes), redis.replicas > 0 ? 'id' : '', ...some.flatMap((one) => one.args)];
      const reply = await redis.run(APPEND, [log, meta], args);
      const [envelopes, bytes, added, primary] = reply as readonly [
        number,
        number,
        readonly number[],
        unknown,
      ];
      onMeasured(envelopes, bytes);
      await confirm(String(primary));
      some.forEach(({ resolve, reject }, index) => {
        if (added[index] === 1) resolve();
        else reject(fullDsn());
      });
    } catch (error) {
      for (const { reject } of some) reject(error);
    } finally {
      onTheirWay -= 1;
      refuseLate();
      sendLater();
    }
  };
  /** After all calls of the current turn of the event loop. */
  const sendLater = (): void => {
    if (isDue || waiting.length === 0 || onTheirWay >= MOST_ON_THEIR_WAY) return;
    isDue = true;
    void Promise.resolve().then(() => {
      isDue = false;
      void send(takeSome());
      sendLater();
    });
  };

  return (addition) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...addition, since: now(), resolve, reject });
      sendLater();
    });
}
