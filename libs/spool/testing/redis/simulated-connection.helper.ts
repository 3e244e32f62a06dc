import { RedisAwayError, type Redis } from '../../src/stores/redis/redis.ts';
import type { Script } from '../../src/stores/redis/script.ts';

/** A command that a simulated replica has sent. */
export interface Call {
  readonly script: Script;
  readonly keys: string[];
  readonly args: readonly (string | Buffer)[];
  readonly settle: (answer: Answer) => void;
}

export type Answer = { readonly reply: unknown } | { readonly error: Error };

/** The connection of a simulated replica. Nothing on it moves unless the simulation moves it. */
export interface SimulatedConnection {
  readonly redis: Redis;
  /** Commands that Redis has not run yet, in order. */
  readonly sent: Call[];
  /** Commands that Redis has run and whose answers are under way. */
  readonly answered: { readonly call: Call; readonly answer: Answer }[];
}

/** Creates a {@link SimulatedConnection}. */
export function createSimulatedConnection(prefix: string): SimulatedConnection {
  const sent: Call[] = [];
  return {
    sent,
    answered: [],
    redis: {
      prefix,
      deadlineMs: Infinity,
      run: (script, keys, args) =>
        new Promise((resolve, reject) => {
          sent.push({
            script,
            keys,
            args,
            settle: (answer) => {
              if ('error' in answer) reject(answer.error);
              else resolve(answer.reply);
            },
          });
        }),
      replicas: 0,
      wait: () => Promise.resolve({ primary: '', replicas: 0 }),
      subscribe: () => Promise.resolve(),
      unsubscribe: () => Promise.resolve(),
    },
  };
}

/** The answer for a command that took too long. Redis may still run it. */
export const TOO_LATE: Answer = { error: new RedisAwayError('Redis has not answered') };
