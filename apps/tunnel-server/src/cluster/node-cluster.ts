import cluster, { type Worker } from 'node:cluster';
import type { ToPrimary, ToWorker } from './messages.ts';
import type { Channel } from './worker.ts';
import type { WorkerHandle } from './worker-process.ts';

/** Prepares this process for workers that run the same program with the same arguments. */
export function setUpPrimary(): void {
  // Rate limits are maps and metrics hold infinities: JSON would lose both.
  cluster.setupPrimary({ serialization: 'advanced' });
}

/**
 * Makes glibc return the windows of `br` decoders to the system, up to 16 MiB each. By default it keeps some of them for
 * each thread. It reads this variable only when a process starts.
 */
const MEMORY_ENV = { MALLOC_MMAP_THRESHOLD_: '262144' };

/** Starts a worker process. */
export function forkWorker(): WorkerHandle {
  const worker = cluster.fork({ ...MEMORY_ENV, ...process.env });
  // A message to a process that has just died, or a kill that fails: its exit tells.
  worker.on('error', () => undefined);
  returnUntaken(worker);
  return {
    send: (message) => {
      if (worker.isConnected()) worker.send(message);
    },
    onMessage: (receive) => worker.on('message', (message: ToPrimary) => receive(message)),
    onExit: (end) => worker.on('exit', (code: number | null, signal: string | null) => end(code, signal)),
    kill: () => {
      worker.process.kill('SIGKILL');
    },
  };
}

/** What node:cluster says within itself. */
interface InternalMessage {
  readonly cmd?: unknown;
  readonly act?: unknown;
  readonly seq?: number;
  readonly ack?: number;
}

const CLUSTER = 'NODE_CLUSTER';

/**
 * Has connections that were handed to a worker, which died before it took them, handed to another. node:cluster forgets
 * them: they stay open in the primary, and their clients wait for ever. Here a refusal is answered in the worker's place.
 * If a later Node speaks otherwise within itself, nothing happens.
 */
function returnUntaken({ process }: Worker): void {
  const untaken = new Set<number>();
  const send = process.send.bind(process) as (...args: unknown[]) => boolean;
  process.send = (...args: unknown[]) => {
    const { cmd, act, seq } = (args[0] ?? {}) as InternalMessage;
    if (cmd === CLUSTER && act === 'newconn' && seq !== undefined) untaken.add(seq);
    return send(...args);
  };
  process.on('internalMessage', ({ cmd, ack }: InternalMessage) => {
    if (cmd === CLUSTER && ack !== undefined) untaken.delete(ack);
  });
  process.on('exit', () => {
    // Else node:cluster would hand it the next one.
    if (process.connected) return;
    for (const ack of untaken) process.emit('internalMessage', { cmd: CLUSTER, ack, accepted: false });
  });
}

/** The worker's end of the channel. */
export function channelToPrimary(): Channel {
  return {
    send: (message) => {
      // The primary may be gone; node:cluster then ends this process too.
      process.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage: (receive) => {
      process.on('message', (message: ToWorker) => receive(message));
    },
    exit: (code) => {
      // Messages under way, such as why it could not start, are delivered first.
      process.exitCode = code;
      process.disconnect();
      setImmediate(() => process.exit(code));
    },
  };
}
