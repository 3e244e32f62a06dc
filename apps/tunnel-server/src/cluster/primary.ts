import { mergeRateLimits, type RateLimits } from '@adit/tunnel';
import type { DiskLimits } from '@adit/tunnel/disk';
import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';
import type { ServerConfig } from '../config.ts';
import type { Log } from '../log.ts';
import { keepCounts, mergeMetrics } from '../merge-metrics.ts';
import type { Metrics } from '../metrics.ts';
import type { TunnelFront } from '../server.ts';
import { createThrottle } from '../stores.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import { countTaken } from './shared-throttle.ts';
import { createWorkerPlace, type WorkerPlace } from './worker-place.ts';
import { HEARTBEAT, type Heartbeat, type PrimaryClock, type WorkerHandle } from './worker-process.ts';

/** How the primary is set up. */
export interface PrimaryOptions {
  config: ServerConfig;
  log: Log;
  /** Starts a worker process. */
  fork: () => WorkerHandle;
  /** Those of the primary itself; the workers' are added. */
  metrics: Metrics;
  clock: PrimaryClock;
  /** Where limits outlive the server. Default: nowhere. */
  limits?: DiskLimits | undefined;
  /** Default {@link HEARTBEAT}. */
  heartbeat?: Heartbeat;
}

/** The workers, speaking with one voice. */
export interface Workers extends TunnelFront {
  /**
   * Replaces the processes, one after the other, while the others serve. Called again meanwhile, it does so once more
   * afterwards. Resolves when all are replaced.
   */
  readonly reload: () => Promise<void>;
  /** Ends every process at once. */
  readonly kill: () => void;
}

/** What a worker gets beyond the shutdown time-out before it is killed, in milliseconds. */
const STOP_GRACE_MS = 5_000;

/**
 * Starts the workers, keeps their number, and passes on among them what each learns.
 * @throws what the first worker that cannot start has told; the others are ended then
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
  const limits = new Map<string, RateLimits>(kept?.all());
  const throttle = createThrottle(config);
  /** What each worker told last, which outlives it. */
  const told = new Map<WorkerPlace, ScopeMetrics[]>();
  /** What the processes that are gone had counted. */
  let gone: ScopeMetrics[] = [];

  const receive = (from: WorkerPlace, message: ToPrimary): void => {
    if (message.kind === 'limits') {
      const merged = mergeRateLimits(limits.get(message.dsn), message.limits, clock.now()) ?? [];
      limits.set(message.dsn, merged);
      kept?.set(message.dsn, merged);
      tell(
        places.filter((place) => place !== from),
        message,
      );
    } else if (message.kind === 'counted') {
      told.set(from, message.metrics);
    } else if (message.kind === 'taken' && throttle !== undefined) {
      void countTaken(throttle, message.clients, clock.monotonicNow()).then((clients) => {
        if (clients.length > 0) tell(places, { kind: 'blocked', clients });
      });
    }
  };
  const tell = (to: readonly WorkerPlace[], message: ToWorker): void => {
    for (const place of to) place.send(message);
  };

  const places = Array.from({ length: config.workers }, (_, index): WorkerPlace => {
    const worker = index + 1;
    const place = createWorkerPlace({
      worker,
      fork,
      firstMessage: () => ({ kind: 'start', worker, limits: [...limits] }),
      onMessage: (message) => receive(place, message),
      onRestart: () => restarts.add(1),
      onEnd: () => {
        gone = mergeMetrics([gone, keepCounts(told.get(place) ?? [])]);
        told.delete(place);
      },
      heartbeat,
      log,
      clock,
    });
    return place;
  });
  metrics.meter
    .createObservableUpDownCounter('adit.tunnel.workers', {
      description: 'Worker processes that take envelopes.',
      unit: '{worker}',
    })
    .addCallback((result) => result.observe(places.filter((place) => place.isListening()).length));
  const restarts = metrics.meter.createCounter('adit.tunnel.worker.restarts', {
    description: 'Worker processes started in the place of one that died.',
    unit: '{restart}',
  });

  const kill = (): void => {
    for (const place of places) place.kill();
  };
  let urls: string[];
  try {
    urls = await Promise.all(places.map((place) => place.start()));
  } catch (error) {
    kill();
    throw error;
  }

  const stopTimeoutMs = config.shutdownTimeoutMs + STOP_GRACE_MS;
  let isStopping = false;

  const reloadAll = async (): Promise<void> => {
    log.info('reloading', { workers: places.length });
    for (const place of places) {
      if (isStopping) return;
      // Somebody has to serve meanwhile; what is dead or stands still is replaced anyway.
      if (places.some((other) => other !== place && other.isListening())) await place.reload(stopTimeoutMs);
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

  return {
    url: urls[0] ?? '',
    // A dead worker's connections go to the others, and so do those of one that stands still; of the rest, one that is
    // not ready speaks for all, since any may be asked next.
    isReady: async () => {
      const answers = await Promise.all(places.map((place) => place.ask('ready')));
      const given = answers.filter((answer) => answer !== undefined);
      return given.length > 0 && given.every(({ ready }) => ready === true);
    },
    collect: async () => {
      await Promise.all(
        places.map(async (place) => {
          const answer = await place.ask('metrics');
          if (answer?.metrics !== undefined && place.isListening()) told.set(place, answer.metrics);
        }),
      );
      return mergeMetrics([await metrics.collect(), gone, ...told.values()]);
    },
    reload,
    stop: async () => {
      isStopping = true;
      await Promise.all(places.map((place) => place.leave()));
      await Promise.all(places.map((place) => place.stop(stopTimeoutMs)));
      await kept?.close();
      await metrics.close();
    },
    kill,
  };
}
