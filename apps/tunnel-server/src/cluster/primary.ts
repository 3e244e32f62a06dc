import type { Clock } from '@adit/envelope';
import type { DiskLimits } from '@adit/spool/disk';
import type { Forward, ProcessMeter, ProcessReport } from '@adit/operations';
import { stickyCommands, type ControlCommand } from '../process/control.ts';
import type { ServerConfig } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import {
  keepCounts,
  mergeMeasures,
  NOTHING_COUNTED,
  type Counted,
  type Measures,
  type ServerMeasures,
} from '../metrics/measures.ts';
import type { TunnelFront } from '../process/front.ts';
import { createThrottle } from '../process/stores.ts';
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
  /** Measures the primary. The measures of the workers are added to it. */
  meter: ProcessMeter;
  clock: Clock;
  /** The store in which rate limits are saved. Default none. */
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

/** The state of the primary. Its operations are functions over it. */
interface Primary extends Required<Pick<PrimaryOptions, 'config' | 'log' | 'meter' | 'clock'>> {
  readonly slots: readonly WorkerSlot[];
  /** The store in which rate limits are saved. */
  readonly kept: DiskLimits | undefined;
  readonly limits: ReturnType<typeof createSharedLimits>;
  readonly throttle: ReturnType<typeof createThrottle>;
  /** The latest measures of each worker. */
  readonly latest: Map<WorkerSlot, Measures>;
  /** Reports of processes that have stopped since reports were last requested. */
  finalReports: ProcessReport[];
  /** The commands that a process that starts later has to follow. */
  commands: readonly ControlCommand[];
  /** The counts of processes that have ended. */
  past: Counted;
  workerRestarts: number;
  isStopping: boolean;
  reloading: Promise<void> | undefined;
  /** The reload after the current one. */
  nextReload: Promise<void> | undefined;
}

/**
 * Starts the workers, replaces those that die, and shares rate limits and throttle counts among them.
 * @throws the error of the first worker that cannot start. The others are then killed
 */
export async function startWorkers(options: PrimaryOptions): Promise<Workers> {
  const primary = createPrimary(options);
  const { slots } = primary;
  const kill = (): void => slots.forEach((slot) => slot.kill());
  let urls: string[];
  try {
    urls = await Promise.all(slots.map((slot) => slot.start()));
  } catch (error) {
    kill();
    throw error;
  }
  let stopped: Promise<ServerMeasures> | undefined;
  return {
    url: urls[0] ?? '',
    isReady: () => isReady(primary),
    measure: () => measure(primary),
    reports: () => collectReports(primary),
    findForwards: (eventId) => findForwards(primary, eventId),
    recent: () => collectRecent(primary),
    control: (command) => control(primary, command),
    reload: () => reload(primary),
    stop: () => (stopped ??= stop(primary)),
    kill,
  };
}

function createPrimary({
  config,
  log,
  fork,
  meter,
  clock,
  limits: kept,
  heartbeat = HEARTBEAT,
}: PrimaryOptions): Primary {
  const slots = Array.from({ length: config.workers }, (_, index): WorkerSlot => {
    const worker = index + 1;
    const slot = createWorkerSlot({
      ...{ worker, fork, heartbeat, log, clock },
      firstMessage: () => startMessage(primary, worker),
      onMessage: (message) => receive(primary, slot, message),
      onRestart: () => (primary.workerRestarts += 1),
      onEnd: () => keepLast(primary, slot),
    });
    return slot;
  });
  const primary: Primary = {
    ...{ config, log, meter, clock, kept, slots },
    limits: createSharedLimits(kept?.all() ?? [], clock),
    throttle: createThrottle(config),
    latest: new Map(),
    finalReports: [],
    commands: [],
    past: NOTHING_COUNTED,
    workerRestarts: 0,
    isStopping: false,
    reloading: undefined,
    nextReload: undefined,
  };
  return primary;
}

const startMessage = ({ limits, commands }: Primary, worker: number): ToWorker => ({
  kind: 'start',
  worker,
  limits: limits.all(),
  ...(commands.length > 0 && { commands }),
});

function sendTo(slots: readonly WorkerSlot[], message: ToWorker): void {
  for (const slot of slots) slot.send(message);
}

/** Handles a message of a worker. */
function receive(primary: Primary, from: WorkerSlot, message: ToPrimary): void {
  const { slots, kept, limits, throttle, clock } = primary;
  if (message.kind === 'limits') {
    const merged = limits.add(message.dsn, message.limits);
    kept?.set(message.dsn, merged);
    sendTo(
      slots.filter((slot) => slot !== from),
      message,
    );
  } else if (message.kind === 'counted') {
    primary.latest.set(from, message.measures);
    if (message.report !== undefined) primary.finalReports.push(message.report);
  } else if (message.kind === 'client-counts' && throttle !== undefined) {
    void countClients(throttle, message.clients, clock.monotonicNow()).then((clients) => {
      if (clients.length > 0) sendTo(slots, { kind: 'blocked', clients });
    });
  }
}

/** Keeps the counts of a process that has ended. */
function keepLast(primary: Primary, slot: WorkerSlot): void {
  const last = primary.latest.get(slot);
  if (last !== undefined) primary.past = keepCounts(primary.past, last);
  primary.latest.delete(slot);
}

/**
 * Dead and hanging workers do not count: their connections go to the others. If one of the rest is not ready, the
 * server is not, because any of them may get the next request.
 */
async function isReady({ slots }: Primary): Promise<boolean> {
  const answers = await Promise.all(slots.map((slot) => slot.ask('ready')));
  const given = answers.filter((answer) => answer !== undefined);
  return given.length > 0 && given.every(({ ready }) => ready === true);
}

async function measure(primary: Primary): Promise<ServerMeasures> {
  const asked = primary.slots.map(async (slot) => {
    const answer = await slot.ask('measures');
    if (answer?.measures !== undefined && slot.isListening()) primary.latest.set(slot, answer.measures);
  });
  await Promise.all(asked);
  return mergeLatest(primary);
}

/** The measures of the primary, and the latest of each worker. */
function mergeLatest({ config, meter, slots, latest, past, workerRestarts }: Primary): ServerMeasures {
  const own = meter.read();
  const workers = slots.filter((slot) => slot.isListening()).length;
  return mergeMeasures(
    [{ ...own, counts: { ...own.counts, workerRestarts }, workers }, ...latest.values()],
    past,
    config.spool.kind === 'redis',
  );
}

async function collectReports(primary: Primary): Promise<readonly ProcessReport[]> {
  const answers = await Promise.all(primary.slots.map((slot) => slot.ask('report')));
  const reports = [...primary.finalReports, ...answers.flatMap((answer) => answer?.report ?? [])];
  primary.finalReports = [];
  return reports;
}

async function findForwards({ slots }: Primary, eventId: string): Promise<readonly Forward[]> {
  const answers = await Promise.all(slots.map((slot) => slot.ask(`forwards ${eventId}`)));
  return answers.flatMap((answer) => answer?.forwards ?? []).sort((one, other) => other.at - one.at);
}

async function collectRecent({ slots }: Primary): Promise<readonly unknown[] | undefined> {
  const answers = await Promise.all(slots.map((slot) => slot.ask('recent')));
  const known = answers.flatMap((answer) => (answer?.recent === undefined ? [] : [answer.recent]));
  return known.length === 0 ? undefined : known.flat();
}

function control(primary: Primary, command: ControlCommand): void {
  primary.commands = stickyCommands(primary.commands, command);
  if (command.kind === 'log-level') primary.log.setLevel(command.level);
  sendTo(primary.slots, { kind: 'control', command });
}

const stopTimeoutMs = ({ config }: Primary): number => config.shutdownTimeoutMs + STOP_GRACE_MS;

/** During a reload, reloads once more afterwards. */
function reload(primary: Primary): Promise<void> {
  if (primary.reloading === undefined) {
    primary.reloading = reloadAll(primary).finally(() => (primary.reloading = undefined));
    return primary.reloading;
  }
  primary.nextReload ??= primary.reloading.then(() => {
    primary.nextReload = undefined;
    return primary.isStopping ? undefined : reload(primary);
  });
  return primary.nextReload;
}

async function reloadAll(primary: Primary): Promise<void> {
  const { slots, log } = primary;
  log.info('reloading', { workers: slots.length });
  for (const slot of slots) {
    if (primary.isStopping) return;
    // Another worker has to serve meanwhile. Dead and hanging workers are replaced anyway.
    if (slots.some((other) => other !== slot && other.isListening()))
      await slot.reload(stopTimeoutMs(primary));
    else log.warn('reload-skipped', { cause: 'no other worker listens' });
  }
  log.info('reloaded');
}

async function stop(primary: Primary): Promise<ServerMeasures> {
  const { slots, kept, meter } = primary;
  primary.isStopping = true;
  await Promise.all(slots.map((slot) => slot.closePort()));
  await Promise.all(slots.map((slot) => slot.stop(stopTimeoutMs(primary))));
  await kept?.close();
  const counted = mergeLatest(primary);
  meter.stop();
  return counted;
}
