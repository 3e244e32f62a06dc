import { setImmediate as nextMacrotask } from 'node:timers/promises';
import type { Redis } from '../../src/stores/redis/redis.ts';
import type { Script } from '../../src/stores/redis/script.ts';
import { spoolKeys } from '../../src/stores/redis/spool-keys.ts';
import { ADD_PIECE, RELEASE } from '../../src/stores/redis/spool-scripts.ts';
import { TOO_LATE, type Answer, type Call } from './simulated-connection.helper.ts';
import { createSpoolLedger, type SpoolLedger } from './spool-ledger.helper.ts';
import { closeReplica, lanesOf, startReplica, type SpoolReplica } from './spool-replica.helper.ts';
import type { Step } from './spool-step.helper.ts';
import { age, inspectLog } from './spool-truth.helper.ts';

export interface WorldOptions {
  /** A connection to the real Redis. */
  readonly redis: Redis;
  readonly flushScripts: () => Promise<unknown>;
  readonly replicas: number;
  readonly maxBytesPerDsn: number;
  /** Replaces scripts before Redis runs them, for the controls. */
  readonly sabotage?: ((script: Script) => Script) | undefined;
  /** Whether ingest may fail, so that envelopes pass others. */
  readonly mayFail: boolean;
}

/** Several replicas over a real Redis, in which the simulation decides each step. */
export interface SpoolWorld {
  readonly ledger: SpoolLedger;
  readonly take: (step: Step) => Promise<void>;
  /** Ends all failures, and waits until everything is delivered. */
  readonly settle: () => Promise<void>;
  /** The number of commands, answers and clock steps so far. */
  readonly steps: () => number;
}

const DSNS = ['https://a@one.example/1', 'https://b@one.example/2'];

/** Longer than any lease. */
const LONGER_THAN_ALL_MS = 3_600_000;

/** Enough for a lane of one DSN that ingest fails on at every level. */
const MAX_ROUNDS = 600;

/** Creates a {@link SpoolWorld}. */
export function createSpoolWorld(options: WorldOptions): SpoolWorld {
  const { redis, maxBytesPerDsn, sabotage = (script: Script) => script, mayFail } = options;
  const ledger = createSpoolLedger(maxBytesPerDsn);
  const lanes = new Map(
    DSNS.flatMap(lanesOf).map((lane) => [tagOf(spoolKeys(redis.prefix, lane).log), lane]),
  );
  const leases = [...lanes.values()].map((lane) => spoolKeys(redis.prefix, lane).lease);
  const lists = new Set<string>();
  const known = new Set<string>();
  /** Commands on broken connections that Redis has not read yet. */
  const late: Call[] = [];
  /** The most envelopes of a lane that are delivered and not removed: several if others pass a failing one. */
  const batch = mayFail ? 16 : 1;
  let isIngestUp = true;
  let count = 0;
  let steps = 0;
  let nowMs = 1_750_000_000_000;

  const start = (): SpoolReplica =>
    startReplica(redis.prefix, nowMs, {
      maxBytesPerDsn,
      onGiveUp: ledger.noteGivenUp,
      answerOf: (lane, name, body) => {
        if (body.toString() !== bodyFor(name, body.length)) throw fail(`the body of ${name} has changed`);
        if (!isIngestUp) {
          ledger.noteFailed(name);
          return 'failed';
        }
        guard(() => {
          ledger.noteDelivered(lane, name);
        });
        return 'taken';
      },
    });
  /** A violation found inside a callback, whose exceptions the tested code catches. */
  let violation: Error | undefined;
  const fail = (message: string): Error => (violation ??= new Error(message));
  const guard = (check: () => void): void => {
    try {
      check();
    } catch (error) {
      violation ??= error as Error;
    }
  };
  const replicas = Array.from({ length: options.replicas }, start);
  const replicaAt = (index: number): SpoolReplica => replicas[index % replicas.length] as SpoolReplica;

  /** Lets Redis run a command, and checks the changes. */
  const execute = async ({ script, keys, args }: Call): Promise<Answer> => {
    steps += 1;
    const run = sabotage(script);
    if (script === ADD_PIECE) lists.add(keys[0] as string);
    const lane = lanes.get(tagOf(keys[0] as string));
    const running = redis.run(run, keys, args).then(
      (reply): Answer => ({ reply }),
      (error: unknown): Answer => ({ error: error as Error }),
    );
    // Both in one round trip, unless the first has to be sent again.
    if (!known.has(run.sha1)) await running;
    known.add(run.sha1);
    if (lane === undefined) return running;
    const [answer, truth] = await Promise.all([running, inspectLog(redis, lane)]);
    if (script === RELEASE && ledger.holderOf(lane) !== truth.holder) ledger.noteTakeover(batch);
    ledger.observe(lane, truth);
    return answer;
  };

  const arriveAll = ({ connection: { answered } }: SpoolReplica): void => {
    for (const { call, answer } of answered.splice(0)) {
      steps += 1;
      call.settle(answer);
    }
  };
  const runOldest = async (replica: SpoolReplica, answer: 'arrives' | 'waits' | 'is late'): Promise<void> => {
    const { sent, answered } = replica.connection;
    const call = sent.shift();
    if (call === undefined) return;
    answered.push({ call, answer: await execute(call) });
    if (replica.isPaused || answer === 'waits') return;
    if (answer === 'is late') {
      for (const one of answered.splice(0)) one.call.settle(TOO_LATE);
    } else {
      arriveAll(replica);
    }
  };
  const giveUp = (call: Call | undefined): void => {
    if (call === undefined) return;
    steps += 1;
    call.settle(TOO_LATE);
    late.push({ ...call, settle: () => undefined });
  };
  /** Redis has not read these commands: sent on another connection, they may run at any time. */
  const cut = ({ connection: { sent, answered } }: SpoolReplica, isSent: boolean): void => {
    for (const { call } of answered.splice(0)) call.settle(TOO_LATE);
    for (const call of sent.splice(0)) {
      call.settle(TOO_LATE);
      if (isSent) late.push({ ...call, settle: () => undefined });
    }
  };
  const replaceOver = (): void => {
    replicas.forEach((replica, index) => {
      if (replica.isOver) replicas[index] = start();
    });
  };
  const append = async ({ running }: SpoolReplica, dsn: string, bytes: number): Promise<void> => {
    if (running === undefined) return;
    count += 1;
    const name = `envelope ${count}`;
    const body = Buffer.from(bodyFor(name, bytes));
    try {
      await running.spool.append({ dsn, receivedAt: nowMs, fields: { name }, body });
    } catch {
      return;
    }
    guard(() => {
      ledger.noteAcknowledged(name);
    });
    running.drain.wake(dsn);
  };
  const calm = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      let isQuiet = true;
      for (const replica of replicas) {
        if (replica.isPaused) continue;
        if (replica.connection.sent.length + replica.awaiting.length > 0) isQuiet = false;
        await runOldest(replica, 'arrives');
        arriveAll(replica);
        replica.awaiting.shift()?.();
      }
      await settleMicrotasks();
      if (isQuiet) return;
    }
  };
  /** Lets time pass for leases, and records those that end. */
  const letGo = async (byMs: number): Promise<void> => {
    steps += 1;
    await age(redis, leases, byMs);
    for (const lane of lanes.values()) {
      if (ledger.holderOf(lane) === '') continue;
      const truth = await inspectLog(redis, lane);
      if (truth.holder === '') ledger.noteTakeover(batch);
      ledger.observe(lane, truth);
    }
  };
  const pass = async (byMs: number): Promise<void> => {
    nowMs += byMs;
    await age(redis, [...lists], byMs);
    await letGo(byMs);
    for (const replica of replicas) {
      if (replica.isPaused) replica.missedMs += byMs;
      else await replica.clock.advance(byMs);
    }
  };
  const resume = async (replica: SpoolReplica): Promise<void> => {
    if (!replica.isPaused) return;
    replica.isPaused = false;
    await replica.clock.advance(replica.missedMs);
    replica.missedMs = 0;
  };

  const act = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'append':
        if (!replicaAt(step.replica).isPaused)
          void append(replicaAt(step.replica), DSNS[step.dsn % DSNS.length] as string, step.bytes);
        break;
      case 'run':
        return runOldest(replicaAt(step.replica), step.answer);
      case 'arrive':
        if (!replicaAt(step.replica).isPaused) arriveAll(replicaAt(step.replica));
        break;
      case 'give up':
        if (!replicaAt(step.replica).isPaused) giveUp(replicaAt(step.replica).connection.sent.shift());
        break;
      case 'cut':
        if (!replicaAt(step.replica).isPaused) cut(replicaAt(step.replica), step.isSent);
        break;
      case 'run late': {
        const [call] = late.splice(step.pick % Math.max(1, late.length), 1);
        if (call !== undefined) await execute(call);
        break;
      }
      case 'ingest answers':
        if (!replicaAt(step.replica).isPaused) replicaAt(step.replica).awaiting.shift()?.();
        break;
      case 'ingest':
        isIngestUp = step.isUp || !mayFail;
        break;
      case 'calm':
        return calm(step.rounds);
      case 'pass':
        return pass(step.byMs);
      case 'pause':
        replicaAt(step.replica).isPaused = true;
        break;
      case 'resume':
        return resume(replicaAt(step.replica));
      case 'kill': {
        const index = step.replica % replicas.length;
        late.push(...replicaAt(index).connection.sent.map((call) => ({ ...call, settle: () => undefined })));
        replicas[index] = start();
        break;
      }
      case 'close':
        if (!replicaAt(step.replica).isPaused) closeReplica(replicaAt(step.replica), step.isPatient);
        break;
      case 'lose leases':
        return letGo(LONGER_THAN_ALL_MS);
      case 'flush scripts':
        known.clear();
        await options.flushScripts();
    }
  };
  const take = async (step: Step): Promise<void> => {
    await act(step);
    await settleMicrotasks();
    replaceOver();
    if (violation !== undefined) throw violation;
  };

  return {
    ledger,
    take,
    steps: () => steps,
    settle: async () => {
      isIngestUp = true;
      for (const replica of replicas) await resume(replica);
      // Stays empty for three checks of each replica.
      for (let round = 1, empty = 0; empty < 4; round += 1) {
        empty = ledger.storedCount() + late.length > 0 ? 0 : empty + 1;
        if (round > MAX_ROUNDS) throw new Error(`stored and not delivered: ${ledger.storedCount()}`);
        await take({ kind: 'run late', pick: 0 });
        await take({ kind: 'calm', rounds: 300 });
        await take({ kind: 'pass', byMs: round > 40 && round % 4 === 0 ? 120_000 : 1_100 });
      }
      const lost = ledger.outstanding();
      if (lost.length > 0) throw new Error(`acknowledged and never delivered: ${lost.join(', ')}`);
      for (const { running } of replicas) {
        const { envelopes, bytes } = running?.spool.depth() ?? { envelopes: 0, bytes: 0 };
        if (envelopes + bytes > 0) throw new Error(`a replica counts ${envelopes} envelopes of none`);
      }
    },
  };
}

/** The hash tag of a key. */
function tagOf(key: string): string {
  return /\{(.*)\}/.exec(key)?.[1] ?? '';
}

/** The expected body of an envelope. */
function bodyFor(name: string, bytes: number): string {
  return name.padEnd(bytes, '.').slice(0, Math.max(bytes, name.length));
}

async function settleMicrotasks(): Promise<void> {
  await nextMacrotask();
}
