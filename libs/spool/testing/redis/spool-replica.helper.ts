import { createFakeClock, type FakeClock } from '@adit/testing';
import { createWallHistory } from '@adit/envelope';
import { createDrain, type Drain } from '../../src/drain/drain.ts';
import { laneKey } from '../../src/drain/lane-name.ts';
import type { RedeliveryResult } from '../../src/drain/drain-context.ts';
import { createRedisSpoolByClock, type RedisSpool } from '../../src/stores/redis/redis-spool.ts';
import type { SpoolEntry } from '../../src/stores/stores.ts';
import { bodyOf } from '../spool-store.contract.ts';
import { createSimulatedConnection, type SimulatedConnection } from './simulated-connection.helper.ts';

/** How ingest answers a delivery. */
export type IngestAnswer = 'taken' | 'failed';

/** One process of a simulation: the real spool and drain, over a connection that the simulation moves. */
export interface SpoolReplica {
  readonly connection: SimulatedConnection;
  readonly clock: FakeClock;
  /** `undefined` before the spool is open and after it is closed. */
  running: { readonly spool: RedisSpool; readonly drain: Drain } | undefined;
  /** Delivers ingest's answer to the drain, for each delivery under way. */
  readonly awaiting: (() => void)[];
  isPaused: boolean;
  /** The time that passed while it was paused, in milliseconds. */
  missedMs: number;
  /** Whether it is to be replaced. */
  isOver: boolean;
}

/** Decides on deliveries and observes them. */
export interface ReplicaWatch {
  readonly answerOf: (lane: string, name: string, body: Buffer) => IngestAnswer;
  readonly onGiveUp: (name: string) => void;
  readonly maxBytesPerDsn: number;
}

/** Starts a {@link SpoolReplica}. It is ready once the commands that it sends are answered. */
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
  /** The lane of an envelope, by its read function: the drain hides it. */
  const laneOf = new WeakMap<() => unknown, string>();
  const deliver = async (entry: SpoolEntry): Promise<RedeliveryResult> => {
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

/** Ends a replica as a restart does. It has ended once the commands that it sends are answered. */
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
export const lanesOf = (dsn: string): string[] =>
  [0, 1, 2, 3, 4].map((level) => laneKey({ dsn, level, limited: undefined }));

const nameOf = ({ fields }: SpoolEntry): string => String(fields['name']);
