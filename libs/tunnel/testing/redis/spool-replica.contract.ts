import { createFakeClock, type FakeClock } from '@adit/testing';
import { createWallHistory } from '../../src/clock/wall-history.ts';
import { createDrain, type Drain } from '../../src/spool/drain.ts';
import { laneKey } from '../../src/spool/lane-name.ts';
import type { Verdict } from '../../src/spool/drain-context.ts';
import { createRedisSpoolByClock, type RedisSpool } from '../../src/stores/redis/redis-spool.ts';
import type { SpoolEntry } from '../../src/stores/stores.ts';
import { bodyOf } from '../spool-store.contract.ts';
import { createSimulatedConnection, type SimulatedConnection } from './simulated-connection.contract.ts';

/** How ingest answers a delivery. */
export type IngestAnswer = 'taken' | 'failed';

/** One process of a simulation: the spool and the drain as they are shipped, over a connection that the simulation moves. */
export interface SpoolReplica {
  readonly connection: SimulatedConnection;
  readonly clock: FakeClock;
  /** Undefined until the spool is open, and once it is closed. */
  running: { readonly spool: RedisSpool; readonly drain: Drain } | undefined;
  /** Lets the drain know how ingest has answered, for each delivery under way. */
  readonly awaiting: (() => void)[];
  isPaused: boolean;
  /** The time that passed while it was paused, in milliseconds. */
  missedMs: number;
  /** It is to be replaced. */
  isOver: boolean;
}

/** What becomes of deliveries. */
export interface ReplicaWatch {
  readonly answerOf: (lane: string, name: string, body: Buffer) => IngestAnswer;
  readonly onGiveUp: (name: string) => void;
  readonly maxBytesPerDsn: number;
}

/** Starts a {@link SpoolReplica}. It is of use once the commands that it sends are answered. */
export function startReplica(
  prefix: string,
  nowMs: number,
  { answerOf, onGiveUp, maxBytesPerDsn }: ReplicaWatch,
): SpoolReplica {
  const connection = createSimulatedConnection(prefix);
  const clock = createFakeClock({ now: nowMs });
  const replica: SpoolReplica = {
    connection,
    clock,
    running: undefined,
    awaiting: [],
    isPaused: false,
    missedMs: 0,
    isOver: false,
  };
  /** Which lane an envelope came from, by how it is read: the drain hides it. */
  const laneOf = new WeakMap<() => unknown, string>();
  const deliver = async (entry: SpoolEntry): Promise<Verdict> => {
    const lane = laneOf.get(entry.read) ?? entry.dsn;
    const body = (await bodyOf(entry)) as Buffer;
    const answer = answerOf(lane, nameOf(entry), body);
    await new Promise<void>((resolve) => replica.awaiting.push(resolve));
    return answer === 'taken' ? { kind: 'delivered' } : { kind: 'retry', failed: 'answer' };
  };
  const open = async (): Promise<void> => {
    const spool = await createRedisSpoolByClock({ redis: connection.redis, maxBytesPerDsn }, clock);
    const noted = (entry: SpoolEntry | undefined): SpoolEntry | undefined => {
      if (entry !== undefined) laneOf.set(entry.read, entry.dsn);
      return entry;
    };
    const drain = createDrain({
      spool: {
        ...spool,
        peek: async (dsn) => noted(await spool.peek(dsn)),
        peekBehind: async (dsn, behind) => noted(await spool.peekBehind(dsn, behind)),
      },
      clock,
      wall: createWallHistory(clock),
      deliver,
      onGiveUp: (entry) => {
        onGiveUp(nameOf(entry));
      },
      maxAgeMs: Infinity,
    });
    drain.start();
    replica.running = { spool, drain };
  };
  open().catch(() => {
    replica.isOver = true;
  });
  return replica;
}

/** Ends a replica as a restart does. It is over once the commands that it sends are answered. */
export function closeReplica(replica: SpoolReplica, isPatient: boolean): void {
  const { running } = replica;
  if (running === undefined) return;
  replica.running = undefined;
  void (async () => {
    await running.drain.stop(isPatient ? undefined : AbortSignal.abort());
    await running.spool.close();
    replica.isOver = true;
  })();
}

/** The keys of all lanes of a DSN. */
export const lanesOf = (dsn: string): string[] => [0, 1, 2, 3, 4].map((level) => laneKey({ dsn, level }));

const nameOf = ({ fields }: SpoolEntry): string => String(fields['name']);
