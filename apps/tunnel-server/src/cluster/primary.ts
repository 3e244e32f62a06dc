import type { DiskLimits } from '@adit/tunnel/disk';
import type { ProcessReport } from '@adit/tunnel/operations';
import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';
import { stickyCommands, type ControlCommand } from '../admin/control.ts';
import type { Clock } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import type { Log } from '../log.ts';
import { keepCounts, mergeMetrics } from '../merge-metrics.ts';
import type { Metrics } from '../metrics.ts';
import type { TunnelFront } from '../server.ts';
import { createThrottle } from '../stores.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import { createSharedLimits } from './shared-limits.ts';
import { countClients } from './shared-throttle.ts';
import { createWorkerSlot, type WorkerSlot } from './worker-slot.ts';
import { HEARTBEAT, type Heartbeat, type WorkerHandle } from './worker-process.ts';

/** Options of {@link startWorkers}. */
interface PrimaryOptions {
  config: ServerConfig;
  log: Log;
  /** Starts a worker process. */
  fork: () => WorkerHandle;
  /** The primary's own metrics. The workers' metrics are added. */
  metrics: Metrics;
  clock: Clock;
  /** Where rate limits are saved. Default: nowhere. */
  limits?: DiskLimits | undefined;
  /** Default {@link HEARTBEAT}. */
  heartbeat?: Heartbeat;
}

/** All workers as one tunnel. */
export interface Workers extends TunnelFront {
  /**
   * Replaces the processes one by one while the others serve. If called during a reload, it reloads once more
   * afterwards. Resolves when all are replaced.
   */
  readonly reload: () => Promise<void>;
  /** Ends every process at once. */
  readonly kill: () => void;
}

/** Additional time after the shutdown time-out before a worker is killed, in milliseconds. */
const STOP_GRACE_MS = 5_000;

/** What each worker reports of a spool that all of them share. */
const SPOOL_SUMS = ['adit.tunnel.spool.envelopes', 'adit.tunnel.spool.size', 'adit.tunnel.spool.limit'];

/**
 * Starts the workers, replaces those that die, and shares rate limits and throttle counts among them.
 * @throws the error of the first worker that cannot start. The others are then killed
 */
export async function startWorkers({
  config,
  log,
  fork,
  metrics,
  clock,
  limits: kept,
  heartbeat = HEARTBEAT,
}: PrimaryOptions): Promise<Workers> {
  const limits = createSharedLimits(kept?.all() ?? [], clock);
  const throttle = createThrottle(config);
  /** The latest metrics of each worker. */
  const latestMetrics = new Map<WorkerSlot, ScopeMetrics[]>();
  /** Of processes that have stopped since they were asked for. */
  let finalReports: ProcessReport[] = [];
  let commands: readonly ControlCommand[] = [];
  const shared = new Set(config.spool.kind === 'redis' ? SPOOL_SUMS : []);
  /** The counts of processes that have ended. */
  let pastMetrics: ScopeMetrics[] = [];

  const receive = (from: WorkerSlot, message: ToPrimary): void => {
    if (message.kind === 'limits') {
      const merged = limits.add(message.dsn, message.limits);
      kept?.set(message.dsn, merged);
      sendTo(
        slots.filter((slot) => slot !== from),
        message,
      );
    } else if (message.kind === 'counted') {
      latestMetrics.set(from, message.metrics);
      if (message.report !== undefined) finalReports.push(message.report);
    } else if (message.kind === 'client-counts' && throttle !== undefined) {
      void countClients(throttle, message.clients, clock.monotonicNow()).then((clients) => {
        if (clients.length > 0) sendTo(slots, { kind: 'blocked', clients });
      });
    }
  };
  const sendTo = (to: readonly WorkerSlot[], message: ToWorker): void => {
    for (const slot of to) slot.send(message);
  };

  const slots = Array.from({ length: config.workers }, (_, index): WorkerSlot => {
    const worker = index + 1;
    const slot = createWorkerSlot({
      worker,
      fork,
      firstMessage: () => ({
        kind: 'start',
        worker,
        limits: limits.all(),
        ...(commands.length > 0 && { commands }),
      }),
      onMessage: (message) => receive(slot, message),
      onRestart: () => restarts.add(1),
      onEnd: () => {
        pastMetrics = mergeMetrics([pastMetrics, keepCounts(latestMetrics.get(slot) ?? [])]);
        latestMetrics.delete(slot);
      },
      heartbeat,
      log,
      clock,
    });
    return slot;
  });
  metrics.meter
    .createObservableUpDownCounter('adit.tunnel.workers', {
      description: 'Worker processes that take envelopes.',
      unit: '{worker}',
    })
    .addCallback((result) => result.observe(slots.filter((slot) => slot.isListening()).length));
  const restarts = metrics.meter.createCounter('adit.tunnel.worker.restarts', {
    description: 'Worker processes started to replace one that died.',
    unit: '{restart}',
  });
  // A counter that begins with the first restart would hide it: Prometheus compares two samples.
  restarts.add(0);

  const kill = (): void => {
    for (const slot of slots) slot.kill();
  };
  let urls: string[];
  try {
    urls = await Promise.all(slots.map((slot) => slot.start()));
  } catch (error) {
    kill();
    throw error;
  }

  const stopTimeoutMs = config.shutdownTimeoutMs + STOP_GRACE_MS;
  let isStopping = false;

  const reloadAll = async (): Promise<void> => {
    log.info('reloading', { workers: slots.length });
    for (const slot of slots) {
      if (isStopping) return;
      // Another worker has to serve meanwhile. Dead and hanging workers are replaced anyway.
      if (slots.some((other) => other !== slot && other.isListening())) await slot.reload(stopTimeoutMs);
      else log.warn('reload-skipped', { cause: 'no other worker listens' });
    }
    log.info('reloaded');
  };
  let reloading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const reload = (): Promise<void> => {
    if (reloading === undefined) {
      reloading = reloadAll().finally(() => (reloading = undefined));
      return reloading;
    }
    next ??= reloading.then(() => {
      next = undefined;
      return isStopping ? undefined : reload();
    });
    return next;
  };

  const stop = async (): Promise<ScopeMetrics[]> => {
    isStopping = true;
    await Promise.all(slots.map((slot) => slot.closePort()));
    await Promise.all(slots.map((slot) => slot.stop(stopTimeoutMs)));
    await kept?.close();
    const counted = mergeMetrics([await metrics.collect(), pastMetrics, ...latestMetrics.values()], shared);
    await metrics.close();
    return counted;
  };
  let stopped: Promise<ScopeMetrics[]> | undefined;

  return {
    url: urls[0] ?? '',
    // Dead and hanging workers do not count: their connections go to the others. If one of the rest is not ready, the
    // server is not, because any of them may get the next request.
    isReady: async () => {
      const answers = await Promise.all(slots.map((slot) => slot.ask('ready')));
      const given = answers.filter((answer) => answer !== undefined);
      return given.length > 0 && given.every(({ ready }) => ready === true);
    },
    collect: async () => {
      await Promise.all(
        slots.map(async (slot) => {
          const answer = await slot.ask('metrics');
          if (answer?.metrics !== undefined && slot.isListening()) latestMetrics.set(slot, answer.metrics);
        }),
      );
      return mergeMetrics([await metrics.collect(), pastMetrics, ...latestMetrics.values()], shared);
    },
    reports: async () => {
      const answers = await Promise.all(slots.map((slot) => slot.ask('report')));
      const reports = [...finalReports, ...answers.flatMap((answer) => answer?.report ?? [])];
      finalReports = [];
      return reports;
    },
    findForwards: async (eventId) => {
      const answers = await Promise.all(slots.map((slot) => slot.ask(`forwards ${eventId}`)));
      return answers.flatMap((answer) => answer?.forwards ?? []).sort((one, other) => other.at - one.at);
    },
    control: (command) => {
      commands = stickyCommands(commands, command);
      if (command.kind === 'log-level') log.setLevel(command.level);
      sendTo(slots, { kind: 'control', command });
    },
    reload,
    stop: () => (stopped ??= stop()),
    kill,
  };
}
