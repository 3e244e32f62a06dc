import { setTimeout as sleep } from 'node:timers/promises';
import { settle, startLedger, type Account } from './ledger.helper.ts';
import { startRedis, startSentinels, type RedisProcess, type SentinelProcesses } from './redis.helper.ts';
import { startReplicaLoad, startReplicas, type Replicas } from './replicas.helper.ts';

/** Events that affect replicas or their Redis. */
export type EventKind =
  'kill a replica' | 'kill Redis' | 'stop Redis for 5 s' | 'cut connections' | 'fail over';

/** All {@link EventKind}s. */
export const EVENT_KINDS: readonly EventKind[] = [
  'kill a replica',
  'kill Redis',
  'stop Redis for 5 s',
  'cut connections',
  'fail over',
];

/**
 * The sum of all rounds of a kind. Each round has two events: one while ingest is unavailable, one while envelopes are
 * delivered.
 */
export interface EventRow {
  readonly kind: EventKind;
  readonly events: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicates: number;
  /** The most duplicates in one round. */
  readonly mostDuplicates: number;
  readonly outOfOrder: number;
  readonly notReady: number;
  /** The 99th percentile of the time for acknowledgements, in milliseconds. */
  readonly p99Ms: number;
  readonly slowestMs: number;
}

/** Options of {@link seeEvents}. */
interface EventOptions {
  kind: EventKind;
  rounds: number;
  /** Environment variables of the servers that override those for Redis, for a control. */
  env?: Readonly<Record<string, string>>;
  /** If nothing arrives for this time, the rest is lost, in milliseconds. Default {@link SILENT_MS}. */
  silentMs?: number;
}

const REPLICAS = 3;
const CLIENTS = 6;
const PROJECTS = 3;

/** How long clients send before and after an event, in milliseconds. */
const AROUND_MS = 1_500;

/**
 * If nothing arrives for this time, the rest will not arrive. Longer than a lease and the longest pause of a delivery.
 */
const SILENT_MS = 45_000;

interface Scene {
  readonly replicas: Replicas;
  readonly redis: () => RedisProcess;
  readonly sentinels: SentinelProcesses | undefined;
}

/** Triggers an event, and repairs its damage. */
async function happen(kind: EventKind, round: number, { replicas, redis, sentinels }: Scene): Promise<void> {
  switch (kind) {
    case 'kill a replica': {
      const replica = replicas.all[round % replicas.all.length]!;
      await replica.end('SIGKILL');
      await sleep(500);
      return replica.start();
    }
    case 'kill Redis':
      await redis().kill();
      await sleep(1_000);
      return redis().restart();
    case 'stop Redis for 5 s':
      redis().signal('SIGSTOP');
      await sleep(5_000);
      redis().signal('SIGCONT');
      return undefined;
    case 'cut connections':
      redis().cut();
      return undefined;
    case 'fail over':
      return sentinels?.failOver();
  }
}

/**
 * Triggers an event for three replicas under load, in several rounds: clients send while ingest is unavailable; then
 * ingest is back, and all acknowledged envelopes should arrive.
 */
export async function seeEvents({
  kind,
  rounds,
  env = {},
  silentMs = SILENT_MS,
}: EventOptions): Promise<EventRow> {
  const ledger = await startLedger(PROJECTS);
  const sentinels = kind === 'fail over' ? await startSentinels() : undefined;
  const single = sentinels === undefined ? await startRedis() : undefined;
  const url = sentinels?.url ?? single?.url ?? '';
  const replicas = await startReplicas(REPLICAS, {
    ADIT_DSNS: ledger.dsns.join(','),
    ADIT_SPOOL: url,
    ADIT_LIMITS: url,
    ...env,
  });
  const scene: Scene = { replicas, redis: () => sentinels?.primary() ?? single!, sentinels };
  const accounts: Account[] = [];
  const durationsMs: number[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const before = ledger.arrived.length;
    ledger.setAway(true);
    const urls = replicas.all.map((replica) => replica.url);
    const load = startReplicaLoad(urls, ledger.dsns, { clients: CLIENTS, round, pauseMs: 20 });
    await sleep(AROUND_MS);
    await happen(kind, round, scene);
    await sleep(AROUND_MS);
    await load.stop();
    ledger.setAway(false);
    const { acknowledged } = load;
    const isComplete = (): boolean => {
      const arrived = new Set(ledger.arrived.slice(before));
      return acknowledged.every((name) => arrived.has(name));
    };
    // The second event: in the middle of the delivery.
    while (ledger.arrived.length < before + acknowledged.length / 4 && !isComplete()) {
      if (!(await grows(ledger.arrived, silentMs))) break;
    }
    await happen(kind, round + 1, scene);
    while (!isComplete()) if (!(await grows(ledger.arrived, silentMs))) break;
    // Duplicates arrive within a lease.
    await sleep(500);
    accounts.push(settle(acknowledged, ledger.arrived.slice(before)));
    durationsMs.push(...load.durationsMs);
  }
  await replicas.stop();
  await Promise.all([single?.stop(), sentinels?.stop(), ledger.close()]);

  const sum = (count: (account: Account) => number): number =>
    accounts.reduce((total, account) => total + count(account), 0);
  durationsMs.sort((a, b) => a - b);
  return {
    kind,
    events: 2 * rounds,
    acknowledged: sum((account) => account.acknowledged),
    lost: sum((account) => account.lost.length),
    duplicates: sum((account) => account.duplicates),
    mostDuplicates: Math.max(...accounts.map((account) => account.duplicates)),
    outOfOrder: sum((account) => account.outOfOrder),
    notReady: replicas.notReady(),
    p99Ms: Math.round(durationsMs[Math.floor(durationsMs.length * 0.99)] ?? 0),
    slowestMs: Math.round(durationsMs.at(-1) ?? 0),
  };
}

/** Waits until something has arrived. Returns false if nothing arrives. */
async function grows(arrived: readonly string[], silentMs: number): Promise<boolean> {
  const { length } = arrived;
  for (let waitedMs = 0; waitedMs < silentMs; waitedMs += 100) {
    await sleep(100);
    if (arrived.length > length) return true;
  }
  return false;
}
