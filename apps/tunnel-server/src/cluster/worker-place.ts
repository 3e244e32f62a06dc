import { describeError, type Log } from '../log.ts';
import { countShortLives, restartDelayMs } from '../restart-delay.ts';
import type { Answer, Question, ToPrimary, ToWorker } from './messages.ts';
import {
  startWorkerProcess,
  type Heartbeat,
  type PrimaryClock,
  type WorkerEnd,
  type WorkerHandle,
  type WorkerProcess,
} from './worker-process.ts';

/** One of the configured workers: its process, and the one that follows when it dies or is replaced. */
export interface WorkerPlace {
  /**
   * Starts the first process; resolves to where it listens.
   * @throws ConfigError or Error where it cannot start; there is no second attempt then
   */
  readonly start: () => Promise<string>;
  readonly isListening: () => boolean;
  /** Does nothing while no process listens. */
  readonly send: (message: ToWorker) => void;
  /** Undefined where no answer comes in time; at once where the process stands still. */
  readonly ask: (about: Question) => Promise<Answer | undefined>;
  /**
   * Replaces the process. The next one is loaded first; it takes over spool and port when the old one, which has
   * `timeoutMs` to end in its own time, has let go of them. Where it cannot be loaded, the old one stays.
   */
  readonly reload: (timeoutMs: number) => Promise<void>;
  /** Has the process close the port, and starts no other. */
  readonly leave: () => Promise<void>;
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
  heartbeat: Heartbeat;
  log: Log;
  clock: PrimaryClock;
}

/** Creates a {@link WorkerPlace}; nothing runs yet. */
export function createWorkerPlace(options: WorkerPlaceOptions): WorkerPlace {
  const { worker, onRestart, onEnd, log, clock } = options;
  let current: WorkerProcess | undefined;
  /** Loaded while the current one still runs. */
  let successor: WorkerProcess | undefined;
  /** The first start is the server's own; what fails later is tried again. */
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
      // A reload has the next one at hand.
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
    // One that has died is being replaced as it is.
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
    leave: async () => {
      isStopping = true;
      await current?.leave();
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
