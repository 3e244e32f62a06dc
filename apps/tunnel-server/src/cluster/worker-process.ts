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

/** The state of a worker process. Its operations are functions over it. */
interface ProcessContext extends Omit<WorkerProcessOptions, 'fork'> {
  readonly handle: WorkerHandle;
  readonly loaded: Settlable<undefined>;
  readonly listening: Settlable<string>;
  readonly portClosed: Settlable<undefined>;
  readonly ended: Settlable<WorkerEnd>;
  /** The questions without an answer, by their number. */
  readonly pending: Map<number, (answer: Answer | undefined) => void>;
  lastQuestion: number;
  state: 'loading' | 'loaded' | 'listening' | 'closing' | 'gone';
  beatTimer: unknown;
  missedBeats: number;
  isPinged: boolean;
}

/** Starts a {@link WorkerProcess}. */
export function startWorkerProcess({ fork, ...options }: WorkerProcessOptions): WorkerProcess {
  const startedAt = options.clock.monotonicNow();
  const context: ProcessContext = {
    ...options,
    handle: fork(),
    loaded: settlable(),
    listening: settlable(),
    portClosed: settlable(),
    ended: settlable(),
    pending: new Map(),
    lastQuestion: 0,
    state: 'loading',
    beatTimer: undefined,
    missedBeats: 0,
    isPinged: false,
  };
  const { handle, loaded, listening, ended } = context;
  handle.onMessage((message) => receive(context, message));
  handle.onExit((code, signal) => noteExit(context, code, signal));
  context.beatTimer = options.clock.setTimeout(() => beat(context), options.heartbeat.intervalMs);
  let stopped: Promise<void> | undefined;
  return {
    startedAt,
    loaded: loaded.promise,
    begin: () => {
      loaded.promise.then(
        () => handle.send(context.firstMessage()),
        () => undefined,
      );
      return listening.promise;
    },
    isListening: () => context.state === 'listening',
    isResponsive: () => isResponsive(context),
    send: (message) => {
      if (context.state === 'listening') handle.send(message);
    },
    ask: (about) => ask(context, about),
    closePort: () => closePort(context),
    stop: (timeoutMs) => (stopped ??= shutDown(context, timeoutMs)),
    kill: handle.kill,
    ended: ended.promise,
  };
}

/** Handles a message of the process. Each shows that it does not hang. */
function receive(context: ProcessContext, message: ToPrimary): void {
  const { loaded, listening, portClosed, pending } = context;
  context.missedBeats = 0;
  switch (message.kind) {
    case 'hello':
      if (context.state === 'loading') context.state = 'loaded';
      loaded.resolve(undefined);
      break;
    case 'pong':
      context.isPinged = false;
      break;
    case 'listening':
      if (context.state === 'loaded') context.state = 'listening';
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
      context.onMessage(message);
  }
}

/** Settles everything that waits for the process. */
function noteExit(context: ProcessContext, code: number | null, signal: string | null): void {
  const { worker, clock, pending, loaded, listening, portClosed, ended } = context;
  context.state = 'gone';
  clock.clearTimeout(context.beatTimer);
  for (const settle of pending.values()) settle(undefined);
  const error = new Error(`worker ${worker} ended before it listened`);
  loaded.reject(error);
  listening.reject(error);
  portClosed.resolve(undefined);
  ended.resolve({ code: code ?? undefined, signal: signal ?? undefined });
}

/** Pings the process, or kills it if it hangs. */
function beat(context: ProcessContext): void {
  const { handle, heartbeat, state, clock, onStall } = context;
  context.missedBeats += 1;
  if (context.missedBeats > (state === 'listening' ? heartbeat.maxMissed : MAX_MISSED_AT_START)) {
    onStall(context.missedBeats * heartbeat.intervalMs);
    handle.kill();
    return;
  }
  // One ping at a time: messages to a hanging process stay in memory.
  if (!context.isPinged && state !== 'loading') {
    context.isPinged = true;
    handle.send({ kind: 'ping' });
  }
  context.beatTimer = clock.setTimeout(() => beat(context), heartbeat.intervalMs);
}

const isResponsive = ({ state, missedBeats }: ProcessContext): boolean =>
  state === 'listening' && missedBeats < 2;

function ask(context: ProcessContext, about: Question): Promise<Answer | undefined> {
  if (!isResponsive(context)) return Promise.resolve(undefined);
  const { handle, pending, clock } = context;
  const id = (context.lastQuestion += 1);
  return new Promise((resolve) => {
    const settle = (answer: Answer | undefined): void => {
      clock.clearTimeout(timer);
      pending.delete(id);
      resolve(answer);
    };
    const timer = clock.setTimeout(() => settle(undefined), ANSWER_TIMEOUT_MS);
    pending.set(id, settle);
    handle.send({ kind: 'ask', id, about });
  });
}

async function closePort(context: ProcessContext): Promise<void> {
  if (context.state !== 'listening') return;
  const { handle, portClosed, clock } = context;
  context.state = 'closing';
  clock.clearTimeout(context.beatTimer);
  handle.send({ kind: 'close-port' });
  const timer = clock.setTimeout(() => portClosed.resolve(undefined), CLOSE_PORT_TIMEOUT_MS);
  await portClosed.promise;
  clock.clearTimeout(timer);
}

async function shutDown(context: ProcessContext, timeoutMs: number): Promise<void> {
  const { handle, ended, clock, onOverdue } = context;
  if (context.state === 'gone') return;
  // A loading process does not receive messages.
  if (context.state === 'loading') handle.kill();
  else handle.send({ kind: 'stop' });
  context.state = 'closing';
  clock.clearTimeout(context.beatTimer);
  const timer = clock.setTimeout(() => {
    onOverdue(timeoutMs);
    handle.kill();
  }, timeoutMs);
  await ended.promise;
  clock.clearTimeout(timer);
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
