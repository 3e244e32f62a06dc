import { ConfigError } from '../config-error.ts';
import { describeError, type Log } from '../log.ts';
import { countShortLives, restartDelayMs } from '../restart-delay.ts';
import type { Answer, Question, ToPrimary, ToWorker } from './messages.ts';

/** A worker process, as the primary sees it. */
export interface WorkerHandle {
  readonly send: (message: ToWorker) => void;
  readonly onMessage: (receive: (message: ToPrimary) => void) => void;
  readonly onExit: (end: (code: number | null, signal: string | null) => void) => void;
  /** Ends it at once. */
  readonly kill: () => void;
}

/** The primary's timers and clock. */
export interface PrimaryClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

/** One of the configured workers: its process, and the one that follows when it dies. */
export interface WorkerPlace {
  /**
   * Starts the first process; resolves to where it listens.
   * @throws ConfigError or Error where it cannot start; there is no second attempt then
   */
  readonly start: () => Promise<string>;
  readonly isListening: () => boolean;
  /** Does nothing while there is no process that listens. */
  readonly send: (message: ToWorker) => void;
  /** Undefined where no answer comes in time. */
  readonly ask: (about: Question) => Promise<Answer | undefined>;
  /** Lets the process end in its own time, and starts no other; killed after `timeoutMs`. Resolves when it is gone. */
  readonly stop: (timeoutMs: number) => Promise<void>;
  /** Ends the process at once, and starts no other. */
  readonly kill: () => void;
}

/** How a {@link WorkerPlace} is set up. */
export interface WorkerPlaceOptions {
  /** Its number, from 1. */
  worker: number;
  /** Starts a process; it says hello and waits to be told what to do. */
  fork: () => WorkerHandle;
  /** What a process is told in return. */
  firstMessage: () => ToWorker;
  /** Whatever is no answer and not about the start. */
  onMessage: (message: ToPrimary) => void;
  onRestart: () => void;
  /** The process is gone, for whatever reason. */
  onEnd: () => void;
  log: Log;
  clock: PrimaryClock;
}

/** How long an answer is waited for, in milliseconds: as long as Relay's health check waits for a probe. */
const ANSWER_TIMEOUT_MS = 900;

/** Creates a {@link WorkerPlace}; nothing runs yet. */
export function createWorkerPlace({
  worker,
  fork,
  firstMessage,
  onMessage,
  onRestart,
  onEnd,
  log,
  clock,
}: WorkerPlaceOptions): WorkerPlace {
  const pending = new Map<number, (answer: Answer | undefined) => void>();
  let process: WorkerHandle | undefined;
  let isListening = false;
  /** The first start is the server's own; what fails later is tried again. */
  let hasListened = false;
  let isStopping = false;
  let shortLives = 0;
  let lastQuestion = 0;
  let whenGone: (() => void) | undefined;

  const run = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const startedAt = clock.now();
      const current = fork();
      process = current;
      current.onMessage((message) => {
        switch (message.kind) {
          case 'hello':
            current.send(firstMessage());
            break;
          case 'listening':
            isListening = true;
            hasListened = true;
            resolve(message.url);
            break;
          case 'failed':
            reject(message.isConfig ? new ConfigError(message.message) : new Error(message.message));
            break;
          case 'answer':
            pending.get(message.id)?.(message);
            break;
          default:
            onMessage(message);
        }
      });
      current.onExit((code, signal) => {
        process = undefined;
        isListening = false;
        for (const settle of pending.values()) settle(undefined);
        reject(new Error(`worker ${worker} ended before it listened`));
        onEnd();
        whenGone?.();
        if (hasListened) replace(startedAt, { code: code ?? undefined, signal: signal ?? undefined });
      });
    });

  const replace = (
    startedAt: number,
    end: { code?: number | undefined; signal?: string | undefined },
  ): void => {
    if (isStopping) return;
    const livedMs = clock.now() - startedAt;
    shortLives = countShortLives(shortLives, livedMs);
    const restartInMs = restartDelayMs(shortLives);
    log.error('worker-died', { worker, ...end, livedMs, restartInMs });
    clock.setTimeout(() => {
      if (isStopping) return;
      onRestart();
      run().then(
        () => log.info('worker-restarted', { worker }),
        (error: unknown) => log.error('worker-failed', { worker, cause: describeError(error) }),
      );
    }, restartInMs);
  };

  return {
    start: run,
    isListening: () => isListening,
    send: (message) => {
      if (isListening) process?.send(message);
    },
    ask: (about) =>
      new Promise((resolve) => {
        if (!isListening || process === undefined) {
          resolve(undefined);
          return;
        }
        const id = (lastQuestion += 1);
        const settle = (answer: Answer | undefined): void => {
          clock.clearTimeout(timer);
          pending.delete(id);
          resolve(answer);
        };
        const timer = clock.setTimeout(() => settle(undefined), ANSWER_TIMEOUT_MS);
        pending.set(id, settle);
        process.send({ kind: 'ask', id, about });
      }),
    stop: (timeoutMs) =>
      new Promise((resolve) => {
        isStopping = true;
        if (process === undefined) {
          resolve();
          return;
        }
        const timer = clock.setTimeout(() => {
          log.error('worker-killed', { worker, afterMs: timeoutMs });
          process?.kill();
        }, timeoutMs);
        whenGone = () => {
          clock.clearTimeout(timer);
          resolve();
        };
        process.send({ kind: 'stop' });
      }),
    kill: () => {
      isStopping = true;
      process?.kill();
    },
  };
}
