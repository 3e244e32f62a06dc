import type { Clock } from '@adit/envelope';
import { describeError, type Log } from '../log/log.ts';
import { countShortLives, restartDelayMs } from './restart-delay.ts';
import type { Answer, Question, ToPrimary, ToWorker } from './messages.ts';
import {
  startWorkerProcess,
  type Heartbeat,
  type WorkerEnd,
  type WorkerHandle,
  type WorkerProcess,
} from './worker-process.ts';

/** One of the configured workers: its process, and the next one if it dies or is replaced. */
export interface WorkerSlot {
  /**
   * Starts the first process. Resolves to its address.
   * @throws ConfigError or Error if it cannot start. It is not tried again
   */
  readonly start: () => Promise<string>;
  readonly isListening: () => boolean;
  /** Has no effect while no process listens. */
  readonly send: (message: ToWorker) => void;
  /** Resolves to undefined if there is no answer in time, and at once if the process hangs. */
  readonly ask: (about: Question) => Promise<Answer | undefined>;
  /**
   * Replaces the process. Loads the next one first. Then stops the old one within `timeoutMs`, and the next one opens
   * spool and port. If the next one cannot be loaded, the old one stays.
   */
  readonly reload: (timeoutMs: number) => Promise<void>;
  /** Closes the port of the process, and starts no other. */
  readonly closePort: () => Promise<void>;
  /** Stops the process, and starts no other. Kills it after `timeoutMs`. Resolves when it has exited. */
  readonly stop: (timeoutMs: number) => Promise<void>;
  /** Ends the process at once, and starts no other. */
  readonly kill: () => void;
}

/** Options of {@link createWorkerSlot}. */
interface WorkerSlotOptions {
  /** Its number, from 1. */
  worker: number;
  /** Starts a process. It sends `hello` and waits for `start`. */
  fork: () => WorkerHandle;
  /** The `start` message. */
  firstMessage: () => ToWorker;
  /** Called with messages other than answers and those of the start. */
  onMessage: (message: ToPrimary) => void;
  onRestart: () => void;
  /** Called when the process has exited. */
  onEnd: () => void;
  heartbeat: Heartbeat;
  log: Log;
  clock: Clock;
}

/** Creates a {@link WorkerSlot} without a process. */
export function createWorkerSlot(options: WorkerSlotOptions): WorkerSlot {
  const { worker, onRestart, onEnd, log, clock } = options;
  let current: WorkerProcess | undefined;
  /** During a reload, the next process. */
  let successor: WorkerProcess | undefined;
  /** If the first start fails, the server does not start. Later failures are retried. */
  let hasListened = false;
  let isStopping = false;
  let shortLives = 0;

  const isOver = (): boolean => isStopping;

  const spawn = (): WorkerProcess =>
    startWorkerProcess({
      ...options,
      onStall: (silentMs) => log.error('worker-stalled', { worker, silentMs }),
      onOverdue: (afterMs) => log.error('worker-killed', { worker, afterMs }),
    });

  const run = async (process: WorkerProcess): Promise<string> => {
    current = process;
    void process.ended.then((end) => {
      current = undefined;
      onEnd();
      // A reload already has the next process.
      if (hasListened && !isStopping && successor === undefined) replace(process, end);
    });
    const url = await process.begin();
    hasListened = true;
    return url;
  };

  const replace = ({ startedAt }: WorkerProcess, end: WorkerEnd): void => {
    const livedMs = Math.round(clock.monotonicNow() - startedAt);
    shortLives = countShortLives(shortLives, livedMs);
    const restartInMs = restartDelayMs(shortLives);
    log.error('worker-died', { worker, ...end, livedMs, restartInMs });
    clock.setTimeout(() => {
      if (isStopping) return;
      onRestart();
      void runLater(spawn(), 'worker-restarted');
    }, restartInMs);
  };

  const runLater = (process: WorkerProcess, event: string): Promise<void> =>
    run(process).then(
      () => log.info(event, { worker }),
      (error: unknown) => log.error('worker-failed', { worker, cause: describeError(error) }),
    );

  const reload = async (timeoutMs: number): Promise<void> => {
    const old = current;
    // A dead process is already being replaced.
    if (isStopping || old?.isListening() !== true) return;
    const next = spawn();
    successor = next;
    try {
      await next.loaded;
    } catch (error) {
      successor = undefined;
      log.error('worker-failed', { worker, cause: describeError(error) });
      if (!old.isListening() && !isOver()) replace(old, await old.ended);
      return;
    }
    await old.stop(timeoutMs);
    await old.ended;
    successor = undefined;
    if (isOver()) next.kill();
    else await runLater(next, 'worker-reloaded');
  };

  return {
    start: () => run(spawn()),
    isListening: () => current?.isListening() ?? false,
    send: (message) => current?.send(message),
    ask: async (about) => current?.ask(about),
    reload,
    closePort: async () => {
      isStopping = true;
      await current?.closePort();
    },
    stop: async (timeoutMs) => {
      isStopping = true;
      successor?.kill();
      await current?.stop(timeoutMs);
    },
    kill: () => {
      isStopping = true;
      successor?.kill();
      current?.kill();
    },
  };
}
