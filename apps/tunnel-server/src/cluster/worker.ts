import { mergeRateLimits, SYSTEM_CLOCK } from '@adit/envelope';
import type { LimitStore } from '@adit/spool';
import { createMemoryLimits } from '@adit/spool/memory';
import { ConfigError } from '../config/config-error.ts';
import type { ServerConfig } from '../config/config.ts';
import { describeError, type Log } from '../log/log.ts';
import { createThrottle } from '../process/stores.ts';
import { startTunnelProcess, type TunnelProcess } from '../process/tunnel-process.ts';
import type { ControlCommand } from '../process/control.ts';
import type { Answer, Question, ToPrimary, ToWorker } from './messages.ts';
import { createSharedThrottle, type SharedThrottle } from './shared-throttle.ts';

/** The worker's end of the channel to the primary. */
export interface Channel {
  readonly send: (message: ToPrimary) => void;
  readonly onMessage: (receive: (message: ToWorker) => void) => void;
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

/** Options of {@link runWorker}. */
interface WorkerOptions {
  config: ServerConfig;
  channel: Channel;
  /** Creates the log of the worker with this number. */
  createLog: (worker: number) => Log;
}

/** Runs a worker. It starts when the primary tells it to. */
export function runWorker({ config, channel, createLog }: WorkerOptions): void {
  const local = createMemoryLimits();
  const limits: LimitStore = {
    ...local,
    set: (dsn, learned) => {
      local.set(dsn, learned);
      channel.send({ kind: 'limits', dsn, limits: learned });
    },
  };
  const ownThrottle = createThrottle(config);
  const throttle: SharedThrottle | undefined =
    ownThrottle &&
    createSharedThrottle({
      local: ownThrottle,
      publish: (clients) => channel.send({ kind: 'client-counts', clients }),
      schedule: (callback, delayMs) => setTimeout(callback, delayMs).unref(),
      now: SYSTEM_CLOCK.monotonicNow,
    });
  let tunnel: TunnelProcess | undefined;

  const start = async (worker: number, commands: readonly ControlCommand[] = []): Promise<void> => {
    try {
      tunnel = await startTunnelProcess({
        config,
        log: createLog(worker),
        worker,
        limits,
        throttle: throttle?.store,
      });
      commands.forEach(tunnel.control);
      channel.send({ kind: 'listening', url: tunnel.url });
    } catch (error) {
      const isConfig = error instanceof ConfigError;
      channel.send({ kind: 'failed', message: isConfig ? error.message : describeError(error), isConfig });
      channel.exit(1);
    }
  };

  const find = async (about: Question): Promise<Omit<Answer, 'kind' | 'id'>> => {
    if (about === 'ready') return { ready: tunnel?.isReady() ?? false };
    if (about === 'measures') return { measures: await tunnel?.measure() };
    if (about === 'report') return { report: await tunnel?.report() };
    if (about === 'recent') return { recent: tunnel?.recent() };
    return { forwards: tunnel?.findForwards(about.slice('forwards '.length)) ?? [] };
  };
  const answer = async (id: number, about: Question): Promise<void> => {
    channel.send({ kind: 'answer', id, ...(await find(about)) });
  };

  const stop = async (): Promise<void> => {
    const final = await tunnel?.stop();
    if (final !== undefined) channel.send({ kind: 'counted', ...final });
  };

  channel.onMessage((message) => {
    switch (message.kind) {
      case 'start':
        for (const [dsn, known] of message.limits) local.set(dsn, known);
        void start(message.worker, message.commands);
        break;
      case 'control':
        tunnel?.control(message.command);
        break;
      case 'limits':
        local.set(
          message.dsn,
          mergeRateLimits(local.get(message.dsn), message.limits, SYSTEM_CLOCK.now()) ?? [],
        );
        break;
      case 'blocked':
        throttle?.block(message.clients);
        break;
      case 'ping':
        channel.send({ kind: 'pong' });
        break;
      case 'ask':
        void answer(message.id, message.about);
        break;
      case 'close-port':
        void tunnel?.closePort().then(() => channel.send({ kind: 'port-closed' }));
        break;
      case 'stop':
        void stop().then(
          () => channel.exit(0),
          () => channel.exit(1),
        );
    }
  });
  channel.send({ kind: 'hello' });
}
