import { createScript, primaryIf, type Script } from './script.ts';

/**
 * The functions that are used of a connected client of `@redis/client` 6: of `createClient`, `createCluster` or
 * `createSentinel`.
 */
export interface RedisClient {
  withTypeMapping(mapping: object): RedisEvaluator;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  /** Needed for {@link RedisOptions.replicas}. */
  multi?(): RedisPipeline;
}

/** Commands that are sent together on one connection. */
interface RedisPipeline {
  eval(source: string, options: ScriptOptions): RedisPipeline;
  wait(replicas: number, timeoutMs: number): RedisPipeline;
  execAsPipeline(): Promise<readonly unknown[]>;
}

interface RedisEvaluator {
  evalSha(sha1: string, options: ScriptOptions): Promise<unknown>;
  eval(source: string, options: ScriptOptions): Promise<unknown>;
}

interface ScriptOptions {
  keys: string[];
  arguments: (string | Buffer)[];
}

/** How Redis is reached. */
export interface RedisOptions {
  /** A connected client. The application closes it, after the tunnel. */
  client: RedisClient;
  /** Prefix of every key and channel. Deployments that share a Redis need different ones. Default `adit:`. */
  prefix?: string;
  /**
   * The time Redis may take to answer before it counts as away, in milliseconds. Default 200. A write may still be done
   * after that.
   */
  deadlineMs?: number;
  /**
   * The number of replicas of Redis that must have received an envelope before the spool has stored it, so that it is
   * not lost if one of them takes over. Each append then costs a `WAIT` of at most half the `deadlineMs`. If fewer have
   * received it, the append fails, and all until they are back. Default 0. For clients of `createClient` and
   * `createSentinel`; that of `createCluster` would ask any node.
   */
  replicas?: number;
  /** Called when Redis begins to count as away, and when it answers again. */
  onState?: (state: RedisState) => void;
}

/** Whether Redis can be used. */
export type RedisState = { readonly isAway: false } | { readonly isAway: true; readonly cause: unknown };

/** Redis does not answer. The stores do not call it until it does. */
export class RedisAwayError extends Error {
  override readonly name = 'RedisAwayError';
}

/** Whether Redis refuses the user, or the user lacks a permission. */
export function isDenied(error: unknown): boolean {
  const cause = error instanceof RedisAwayError ? error.cause : error;
  return cause instanceof Error && DENIED.test(cause.message);
}

const DENIED = /^(NOAUTH|NOPERM|WRONGPASS|ERR The user executing the script can't) /;

/** A connection to Redis as the stores use it. */
export interface Redis {
  readonly prefix: string;
  /** As in the options. */
  readonly deadlineMs: number;
  /**
   * Runs a script.
   * @throws RedisAwayError if Redis is away, at once if that is known; otherwise the error with which Redis answers
   */
  readonly run: (script: Script, keys: string[], args: readonly (string | Buffer)[]) => Promise<unknown>;
  /** As in the options. */
  readonly replicas: number;
  /**
   * Resolves to the primary that was asked, and the number of its replicas that have received what it had written before: as soon as
   * they are `replicas`, or after half the deadline.
   * @throws RedisAwayError if Redis does not answer; otherwise the error with which it answers
   */
  readonly wait: () => Promise<Received>;
  readonly subscribe: RedisClient['subscribe'];
  readonly unsubscribe: RedisClient['unsubscribe'];
}

/** The part of a primary that its replicas have received. */
export interface Received {
  /** The id of the primary's history. Another node that takes over has another. */
  readonly primary: string;
  readonly replicas: number;
}

/** The type number of RESP's bulk strings: bodies are bytes. */
const BULK_STRING = 36;

/** The time after a failure until Redis is tried again, in milliseconds. */
const LEFT_ALONE_MS = 500;

/**
 * Checks whether Redis accepts writes, without writing: it refuses a script with this first line if it cannot write.
 * KEYS those of the command that failed: in a cluster they lead to the same node.
 */
const PROBE = createScript('#!lua\nreturn 1');

/**
 * Writes, and returns the id of the primary. `WAIT` counts what its own connection has written, and on a new connection that would be
 * nothing.
 * KEYS key that is not used otherwise.
 */
const MARK = createScript(`#!lua flags=allow-oom
redis.call('SET', KEYS[1], '')
${primaryIf('true')}
return primary
`);

const MAX_DEADLINE_MS = 60_000;

/** Errors with which Redis says that it cannot serve, as opposed to errors of the command. */
const CANNOT_SERVE =
  /^(LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|TRYAGAIN|BUSY|UNBLOCKED|NOREPLICAS|MISCONF|NOAUTH|NOPERM|WRONGPASS) /;

/**
 * Connects the stores to Redis through a client of the application.
 * @throws TypeError if `deadlineMs` is not a whole number from 1 to 60,000, `replicas` is not a whole number, or the
 * client cannot wait for replicas
 */
export function createRedis({
  client,
  prefix = 'adit:',
  deadlineMs = 200,
  replicas = 0,
  onState = () => undefined,
}: RedisOptions): Redis {
  if (!Number.isInteger(deadlineMs) || deadlineMs < 1 || deadlineMs > MAX_DEADLINE_MS) {
    throw new TypeError(
      `createRedis: deadlineMs is ${deadlineMs}; accepted is a whole number from 1 to ${MAX_DEADLINE_MS}.`,
    );
  }
  if (!Number.isSafeInteger(replicas) || replicas < 0) {
    throw new TypeError(`createRedis: replicas is ${replicas}; accepted is a whole number.`);
  }
  if (replicas > 0 && client.multi === undefined) {
    throw new TypeError('createRedis: replicas needs a client with the function multi.');
  }
  const evaluator = client.withTypeMapping({ [BULK_STRING]: Buffer });
  let awaySince: number | undefined;
  let isTrying = false;

  const tell = (state: RedisState): void => {
    try {
      onState(state);
    } catch {
      // The listener's errors are ignored.
    }
  };
  const noteAnswer = (): void => {
    if (awaySince === undefined) return;
    awaySince = undefined;
    tell({ isAway: false });
  };
  const noteAway = (cause: unknown): void => {
    const isNew = awaySince === undefined;
    awaySince = performance.now();
    if (isNew) tell({ isAway: true, cause });
  };
  const evaluate = async (script: Script, options: ScriptOptions): Promise<unknown> => {
    try {
      return await evaluator.evalSha(script.sha1, options);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return evaluator.eval(script.source, options);
    }
  };

  /** Commands of one pipeline use one connection, or fail. */
  const markAndWait = (): Promise<readonly unknown[]> =>
    (client as Required<RedisClient>)
      .multi()
      // Whole, because after `evalSha` of an unknown script there would be a second `WAIT`.
      .eval(MARK.source, { keys: [`${prefix}spool:mark`], arguments: [] })
      // Half the deadline: the commands behind it on this connection have the other half.
      .wait(replicas, Math.ceil(deadlineMs / 2))
      .execAsPipeline();

  /** Tries with a script that changes nothing, because Redis may still run a write after the command has failed. */
  const tryAgain = async (keys: string[]): Promise<void> => {
    if (isTrying || performance.now() - (awaySince ?? 0) < LEFT_ALONE_MS) return;
    isTrying = true;
    try {
      await withDeadline(deadlineMs, evaluate(PROBE, { keys, arguments: [] }));
      noteAnswer();
    } catch (error) {
      if (isRefusal(error)) noteAnswer();
      else noteAway(error);
    } finally {
      isTrying = false;
    }
  };

  return {
    prefix,
    deadlineMs,
    run: async (script, keys, args) => {
      if (awaySince !== undefined) {
        void tryAgain(keys);
        throw new RedisAwayError('Redis is away');
      }
      try {
        return await withDeadline(deadlineMs, evaluate(script, { keys, arguments: [...args] }));
      } catch (error) {
        if (isRefusal(error)) throw error;
        noteAway(error);
        const cause = error instanceof Error ? error.message : String(error);
        throw error instanceof RedisAwayError
          ? error
          : new RedisAwayError(`Redis is away: ${cause}`, { cause: error });
      }
    },
    replicas,
    wait: async () => {
      const [primary, received] = await withDeadline(deadlineMs, markAndWait());
      return { primary: String(primary), replicas: Number(received) };
    },
    subscribe: (channel, listener) => client.subscribe(channel, listener),
    unsubscribe: (channel) => client.unsubscribe(channel),
  };
}

/** Whether Redis works and refuses the command, because it is out of memory or a script fails. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /^[A-Z]+ /.test(error.message) && !CANNOT_SERVE.test(error.message);
}

async function withDeadline<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new RedisAwayError(`Redis has not answered for ${deadlineMs} ms`));
    }, deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
