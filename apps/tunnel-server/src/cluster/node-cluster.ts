import cluster from 'node:cluster';
import type { ToPrimary, ToWorker } from './messages.ts';
import type { Channel } from './worker.ts';
import type { WorkerHandle } from './worker-place.ts';

/** Prepares this process for workers that run the same program with the same arguments. */
export function setUpPrimary(): void {
  // Rate limits are maps and metrics hold infinities: JSON would lose both.
  cluster.setupPrimary({ serialization: 'advanced' });
}

/** Starts a worker process. */
export function forkWorker(): WorkerHandle {
  const worker = cluster.fork();
  // A message to a process that has just died, or a kill that fails: its exit tells.
  worker.on('error', () => undefined);
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
