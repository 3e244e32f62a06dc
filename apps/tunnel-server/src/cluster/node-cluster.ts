import { isSea } from 'node:sea';
import cluster, { type Worker } from 'node:cluster';
import type { ToPrimary, ToWorker } from './messages.ts';
import type { Channel } from './worker.ts';
import type { WorkerHandle } from './worker-process.ts';

/** The arguments of the command line. If the server is one file, Node starts a worker with the file as its first argument. */
export const readArguments = (): string[] => process.argv.slice(isSea() && cluster.isWorker ? 3 : 2);

/** Configures node:cluster for workers that run the same program with the same arguments. */
export function setUpPrimary(): void {
  // JSON would lose the maps of rate limits and the infinities of metrics.
  cluster.setupPrimary({ serialization: 'advanced' });
}

/**
 * Makes glibc return the windows of `br` decoders to the system, up to 16 MiB each. By default it keeps some of them
 * for each thread. It reads this variable only when a process starts.
 */
const MEMORY_ENV = { MALLOC_MMAP_THRESHOLD_: '262144' };

/** Starts a worker process. */
export function forkWorker(): WorkerHandle {
  const worker = cluster.fork({ ...MEMORY_ENV, ...process.env });
  // Errors of messages to a dead process; `exit` handles these.
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

/** An internal message of node:cluster. */
interface InternalMessage {
  readonly cmd?: unknown;
  readonly act?: unknown;
  readonly seq?: number;
  readonly ack?: number;
}

const CLUSTER = 'NODE_CLUSTER';

/**
 * Passes connections to another worker if a worker dies before it accepts them. node:cluster itself leaves them open in
 * the primary permanently. This function answers in the worker's place that it does not accept them. It has no effect
 * if another version of Node uses different internal messages.
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
    // While connected, node:cluster would pass it the next connection.
    if (process.connected) return;
    for (const ack of untaken) process.emit('internalMessage', { cmd: CLUSTER, ack, accepted: false });
  });
}

/** The worker's end of the channel. */
export function channelToPrimary(): Channel {
  return {
    send: (message) => {
      // Errors do not matter: if the primary has exited, node:cluster ends this process too.
      process.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage: (receive) => {
      process.on('message', (message: ToWorker) => receive(message));
    },
    exit: (code) => {
      // Pending messages, such as why it could not start, are delivered first.
      process.exitCode = code;
      process.disconnect();
      setImmediate(() => process.exit(code));
    },
  };
}
