import type { Clock } from '@adit/envelope';
import { ConfigError } from '../config/config-error.ts';
import type { Answer, Question, ToPrimary, ToWorker } from './messages.ts';

/** A worker process of the operating system. */
export interface WorkerHandle {
  readonly send: (message: ToWorker) => void;
  readonly onMessage: (receive: (message: ToPrimary) => void) => void;
  readonly onExit: (end: (code: number | null, signal: string | null) => void) => void;
  /** Ends it at once, even if it is suspended. */
  readonly kill: () => void;
}

/**
 * How a hanging worker is detected. It counts pings instead of time: if all processes are suspended together, the
 * primary then sees one late ping instead of a thousand missed ones.
 */
export interface Heartbeat {
  /** Time between two pings, in milliseconds. A worker that misses one is asked nothing else. */
  readonly intervalMs: number;
  /** Unanswered pings in a row after which a worker is killed. */
  readonly maxMissed: number;
}

/** Ten seconds: the longest pause of a healthy worker, a full garbage collection, is far shorter. */
export const HEARTBEAT: Heartbeat = { intervalMs: 1_000, maxMissed: 10 };

/** Pings until a process listens: it loads its program and may open a large spool. */
const MAX_MISSED_AT_START = 60;

/** Time-out of a question, in milliseconds, as for probes of Relay's health check. */
const ANSWER_TIMEOUT_MS = 900;

/** Time for a worker to close its port, in milliseconds. */
const CLOSE_PORT_TIMEOUT_MS = 1_000;

/** How a process ended. */
export interface WorkerEnd {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/** A worker process from its start to its end. */
export interface WorkerProcess {
  /** The monotonic time of the start, in milliseconds. */
  readonly startedAt: number;
  /** Resolves when its program is loaded. Rejects if it exits before. */
  readonly loaded: Promise<void>;
  /** Opens its stores and port. Resolves to its address. Rejects if it cannot, or exits before. */
  readonly begin: () => Promise<string>;
  readonly isListening: () => boolean;
  /** Whether it listens and has answered the last ping. */
  readonly isResponsive: () => boolean;
  /** Has no effect unless it listens. */
  readonly send: (message: ToWorker) => void;
  /** Resolves to undefined if there is no answer in time. */
  readonly ask: (about: Question) => Promise<Answer | undefined>;
  /** Closes its port. Resolves when that is done, when it has exited, or after a second. */
  readonly closePort: () => Promise<void>;
  /** Stops it. Kills it after `timeoutMs`. Resolves when it has exited. */
  readonly stop: (timeoutMs: number) => Promise<void>;
  readonly kill: () => void;
  readonly ended: Promise<WorkerEnd>;
}

/** Options of {@link startWorkerProcess}. */
interface WorkerProcessOptions {
  /** Its number, from 1. */
  worker: number;
  fork: () => WorkerHandle;
  /** The message that {@link WorkerProcess.begin} sends. */
  firstMessage: () => ToWorker;
  /** Called with messages other than answers and those of the start. */
  onMessage: (message: ToPrimary) => void;
  /** Called when it hangs and is killed. */
  onStall: (silentMs: number) => void;
  /** Called when it takes too long to stop and is killed. */
  onOverdue: (afterMs: number) => void;
  heartbeat: Heartbeat;
  clock: Clock;
}

/** Starts a {@link WorkerProcess}. */
export function startWorkerProcess({
  worker,
  fork,
  firstMessage,
  onMessage,
  onStall,
  onOverdue,
  heartbeat: { intervalMs, maxMissed },
  clock,
}: WorkerProcessOptions): WorkerProcess {
  const startedAt = clock.monotonicNow();
  const pending = new Map<number, (answer: Answer | undefined) => void>();
  let state: 'loading' | 'loaded' | 'listening' | 'closing' | 'gone' = 'loading';
  let lastQuestion = 0;
  let missedBeats = 0;
  let isPinged = false;
  const loaded = settlable<undefined>();
  const listening = settlable<string>();
  const portClosed = settlable<undefined>();
  const ended = settlable<WorkerEnd>();

  const handle = fork();
  handle.onMessage((message) => {
    missedBeats = 0;
    switch (message.kind) {
      case 'hello':
        if (state === 'loading') state = 'loaded';
        loaded.resolve(undefined);
        break;
      case 'pong':
        isPinged = false;
        break;
      case 'listening':
        if (state === 'loaded') state = 'listening';
        listening.resolve(message.url);
        break;
      case 'failed':
        listening.reject(message.isConfig ? new ConfigError(message.message) : new Error(message.message));
        break;
      case 'port-closed':
        portClosed.resolve(undefined);
        break;
      case 'answer':
        pending.get(message.id)?.(message);
        break;
      default:
        onMessage(message);
    }
  });
  handle.onExit((code, signal) => {
    state = 'gone';
    clock.clearTimeout(beatTimer);
    for (const settle of pending.values()) settle(undefined);
    const error = new Error(`worker ${worker} ended before it listened`);
    loaded.reject(error);
    listening.reject(error);
    portClosed.resolve(undefined);
    ended.resolve({ code: code ?? undefined, signal: signal ?? undefined });
  });

  const beat = (): void => {
    missedBeats += 1;
    if (missedBeats > (state === 'listening' ? maxMissed : MAX_MISSED_AT_START)) {
      onStall(missedBeats * intervalMs);
      handle.kill();
      return;
    }
    // One ping at a time: messages to a hanging process stay in memory.
    if (!isPinged && state !== 'loading') {
      isPinged = true;
      handle.send({ kind: 'ping' });
    }
    beatTimer = clock.setTimeout(beat, intervalMs);
  };
  let beatTimer = clock.setTimeout(beat, intervalMs);

  const shutDown = async (timeoutMs: number): Promise<void> => {
    if (state === 'gone') return;
    // A loading process does not receive messages.
    if (state === 'loading') handle.kill();
    else handle.send({ kind: 'stop' });
    state = 'closing';
    clock.clearTimeout(beatTimer);
    const timer = clock.setTimeout(() => {
      onOverdue(timeoutMs);
      handle.kill();
    }, timeoutMs);
    await ended.promise;
    clock.clearTimeout(timer);
  };
  let stopped: Promise<void> | undefined;

  const isResponsive = (): boolean => state === 'listening' && missedBeats < 2;

  return {
    startedAt,
    loaded: loaded.promise,
    begin: () => {
      loaded.promise.then(
        () => handle.send(firstMessage()),
        () => undefined,
      );
      return listening.promise;
    },
    isListening: () => state === 'listening',
    isResponsive,
    send: (message) => {
      if (state === 'listening') handle.send(message);
    },
    ask: (about) =>
      new Promise((resolve) => {
        if (!isResponsive()) {
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
        handle.send({ kind: 'ask', id, about });
      }),
    closePort: async () => {
      if (state !== 'listening') return;
      state = 'closing';
      clock.clearTimeout(beatTimer);
      handle.send({ kind: 'close-port' });
      const timer = clock.setTimeout(() => portClosed.resolve(undefined), CLOSE_PORT_TIMEOUT_MS);
      await portClosed.promise;
      clock.clearTimeout(timer);
    },
    stop: (timeoutMs) => (stopped ??= shutDown(timeoutMs)),
    kill: handle.kill,
    ended: ended.promise,
  };
}

interface Settlable<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}

/** A promise and its functions. It may be rejected before it is awaited. */
function settlable<T>(): Settlable<T> {
  let settle!: Omit<Settlable<T>, 'promise'>;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  promise.catch(() => undefined);
  return { promise, ...settle };
}
