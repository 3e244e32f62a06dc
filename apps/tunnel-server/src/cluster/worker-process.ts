import type { Clock } from '../clock.ts';
import { ConfigError } from '../config-error.ts';
import type { Answer, Question, ToPrimary, ToWorker } from './messages.ts';

/** A worker process, as the operating system has it. */
export interface WorkerHandle {
  readonly send: (message: ToWorker) => void;
  readonly onMessage: (receive: (message: ToPrimary) => void) => void;
  readonly onExit: (end: (code: number | null, signal: string | null) => void) => void;
  /** Ends it at once, even if it is stopped. */
  readonly kill: () => void;
}

/** The primary's timers and clocks. */
export interface PrimaryClock extends Clock {
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

/**
 * How a worker that stands still is found. Beats are counted, not time: if all processes are suspended together, the
 * primary wakes up to one beat that is late, not to a thousand that were missed.
 */
export interface Heartbeat {
  /** Between two pings, in milliseconds. A worker that has not answered by the next is not asked anything else. */
  readonly intervalMs: number;
  /** Pings in a row that a worker may leave unanswered before it is killed. */
  readonly maxMissed: number;
}

/** One second and ten pings: the longest pause of a healthy worker, a full garbage collection, is far shorter. */
export const HEARTBEAT: Heartbeat = { intervalMs: 1_000, maxMissed: 10 };

/** Beats until a process listens: it loads its program, and the spool of its predecessor may be large. */
const MAX_MISSED_AT_START = 60;

/** How long an answer is waited for, in milliseconds: as long as Relay's health check waits for a probe. */
const ANSWER_TIMEOUT_MS = 900;

/** How long a worker is given to close the port, in milliseconds: a message there and back, and a few turns. */
const LEAVE_TIMEOUT_MS = 1_000;

/** How a process ended. */
export interface WorkerEnd {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/** A worker process from its start to its end. */
export interface WorkerProcess {
  /** By the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** Its program is loaded, and it waits for {@link begin}. Rejects where it ends before. */
  readonly loaded: Promise<void>;
  /** Has it open its stores and the port; resolves to where it listens. Rejects where it cannot, or ends before. */
  readonly begin: () => Promise<string>;
  readonly isListening: () => boolean;
  /** Whether it listens and has answered the last ping. */
  readonly isResponsive: () => boolean;
  /** Does nothing unless it listens. */
  readonly send: (message: ToWorker) => void;
  /** Undefined where no answer comes in time. */
  readonly ask: (about: Question) => Promise<Answer | undefined>;
  /** Has it close the port. Resolves when it has, or is gone, or takes longer than a second. */
  readonly leave: () => Promise<void>;
  /** Lets it end in its own time; killed after `timeoutMs`. Resolves when it is gone. */
  readonly stop: (timeoutMs: number) => Promise<void>;
  readonly kill: () => void;
  readonly ended: Promise<WorkerEnd>;
}

/** How a {@link WorkerProcess} is set up. */
export interface WorkerProcessOptions {
  /** Its number, from 1. */
  worker: number;
  fork: () => WorkerHandle;
  /** What it is told by {@link WorkerProcess.begin}. */
  firstMessage: () => ToWorker;
  /** Whatever is no answer and not about the start. */
  onMessage: (message: ToPrimary) => void;
  /** It stands still and is killed. */
  onStall: (silentMs: number) => void;
  /** It takes too long to stop and is killed. */
  onOverdue: (afterMs: number) => void;
  heartbeat: Heartbeat;
  clock: PrimaryClock;
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
  let state: 'loading' | 'loaded' | 'listening' | 'leaving' | 'gone' = 'loading';
  let lastQuestion = 0;
  let missedBeats = 0;
  let isPinged = false;
  const loaded = settlable<undefined>();
  const listening = settlable<string>();
  const left = settlable<undefined>();
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
      case 'left':
        left.resolve(undefined);
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
    left.resolve(undefined);
    ended.resolve({ code: code ?? undefined, signal: signal ?? undefined });
  });

  const beat = (): void => {
    missedBeats += 1;
    if (missedBeats > (state === 'listening' ? maxMissed : MAX_MISSED_AT_START)) {
      onStall(missedBeats * intervalMs);
      handle.kill();
      return;
    }
    // One at a time: what is sent to a process that stands still is kept in memory.
    if (!isPinged && state !== 'loading') {
      isPinged = true;
      handle.send({ kind: 'ping' });
    }
    beatTimer = clock.setTimeout(beat, intervalMs);
  };
  let beatTimer = clock.setTimeout(beat, intervalMs);

  const shutDown = async (timeoutMs: number): Promise<void> => {
    if (state === 'gone') return;
    // It would not hear of it.
    if (state === 'loading') handle.kill();
    else handle.send({ kind: 'stop' });
    state = 'leaving';
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
    leave: async () => {
      if (state !== 'listening') return;
      state = 'leaving';
      clock.clearTimeout(beatTimer);
      handle.send({ kind: 'leave' });
      const timer = clock.setTimeout(() => left.resolve(undefined), LEAVE_TIMEOUT_MS);
      await left.promise;
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

/** A promise that may be rejected before anybody waits for it. */
function settlable<T>(): Settlable<T> {
  let settle!: Omit<Settlable<T>, 'promise'>;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  promise.catch(() => undefined);
  return { promise, ...settle };
}
