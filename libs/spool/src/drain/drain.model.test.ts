import { createFakeClock } from '@adit/testing';
import fc from 'fast-check';
import { createWallHistory } from '@adit/envelope';
import { createMemorySpool } from '../stores/memory-spool.ts';
import type { SpoolStore } from '../stores/stores.ts';
import { createDrain, type Drain, type DrainOptions } from './drain.ts';
import type { Hold, RedeliveryResult } from './drain-context.ts';

const A = 'https://a@one.example/1';
const B = 'https://b@one.example/2';
const C = 'https://c@two.example/3';
const DSNS = [A, B, C];
const hostOf = (dsn: string): string => new URL(dsn).host;

/**
 * How an envelope fails at each attempt; `undefined` for a good one. `answer`: a 500, a time-out, or a connection that
 * ingest resets while it reads.
 */
type Poison = 'answer' | 'connection' | undefined;

const CATEGORIES = ['error', 'transaction'] as const;
type Category = (typeof CATEGORIES)[number];

type Step =
  /** A page sends an envelope. */
  | { readonly kind: 'send'; readonly dsn: string; readonly poison: Poison }
  /** An envelope is already stored, as after a restart. */
  | { readonly kind: 'put'; readonly dsn: string; readonly poison: Poison; readonly count?: number }
  | { readonly kind: 'outage'; readonly host: string; readonly how: Poison }
  /** Ingest limits a category of a DSN, or all, and says so with a 429. */
  | {
      readonly kind: 'limit';
      readonly dsn: string;
      readonly category: Category | 'all';
      readonly forMs: number;
    }
  | { readonly kind: 'restart' }
  | { readonly kind: 'advance'; readonly byMs: number };

const poison = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Poison>(undefined) },
  { weight: 1, arbitrary: fc.constantFrom<Poison>('answer', 'connection') },
);
const dsn = fc.constantFrom(...DSNS);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), dsn, poison }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), dsn, poison }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('outage' as const),
      host: fc.constantFrom('one.example', 'two.example'),
      how: fc.constantFrom<Poison>('answer', 'connection', undefined, undefined),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      dsn,
      category: fc.constantFrom(...CATEGORIES, 'all' as const),
      forMs: fc.constantFrom(0, 2_000, 60_000, 3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      byMs: fc.constantFrom(5, 500, 1_000, 10_000, 90_000, 600_000),
    }),
  },
);

/** As {@link STEP}, with many envelopes stored at once. */
const BESIDE_STEP = fc.oneof(
  { weight: 3, arbitrary: STEP },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      dsn,
      poison,
      count: fc.constantFrom(10, 70, 150),
    }),
  },
);

/** The time ingest takes to answer if several deliveries may be under way, in milliseconds. */
const LATENCY_MS = 20;

/** Every third envelope has the key of its DSN. */
const keyOf = (name: string): string | undefined => (Number(name) % 3 === 0 ? 'key' : undefined);

interface ModelOptions {
  readonly wrap?: (options: DrainOptions) => Drain;
  /** Whether several deliveries of a DSN may be under way. */
  readonly isBeside?: boolean;
}

/** Models a tunnel's spool and ingest, without the tunnel. */
function createModel({ wrap = createDrain, isBeside = false }: ModelOptions = {}) {
  const clock = createFakeClock({ now: 1_750_000_000_000 });
  const wall = createWallHistory(clock);
  const spool: SpoolStore = createMemorySpool();
  const outages = new Map<string, Poison>();
  const poisons = new Map<string, Poison>();
  /** Good envelopes in the order they were stored. */
  const stored = new Map<string, string[]>(DSNS.map((name) => [name, []]));
  const delivered = new Map<string, string[]>(DSNS.map((name) => [name, []]));
  const attempts = new Map<string, number>();
  /** The end of each limit by DSN and category: as ingest has it, and as it was announced. */
  const limits = new Map<string, number>();
  const told = new Set<string>();
  const givenUp: string[] = [];
  let count = 0;

  /** Every second envelope is a transaction. */
  const categoryOf = (name: string): Category => CATEGORIES[Number(name) % 2] ?? 'error';
  const holdOf = (of: string, category: Category, isKnown: (key: string) => boolean): Hold | undefined => {
    const holds = [category, 'all'].flatMap((limited): Hold[] => {
      const forMs = (limits.get(`${of} ${limited}`) ?? -Infinity) - clock.monotonicNow();
      return forMs > 0 && isKnown(`${of} ${limited}`) ? [{ category: limited, forMs }] : [];
    });
    return holds.sort((a, b) => b.forMs - a.forMs)[0];
  };
  const failureOf = (name: string, of: string): Poison => outages.get(hostOf(of)) ?? poisons.get(name);
  const answered = async (result: RedeliveryResult): Promise<RedeliveryResult> => {
    if (isBeside) await new Promise<void>((resolve) => clock.setTimeout(resolve, LATENCY_MS));
    return result;
  };
  const start = (): Drain => {
    const drain = wrap({
      spool,
      clock,
      wall,
      destinationOf: hostOf,
      deliver: ({ dsn: of, fields }) => {
        const name = String(fields['name']);
        const failed = failureOf(name, of);
        if (outages.get(hostOf(of)) === undefined) attempts.set(name, (attempts.get(name) ?? 0) + 1);
        const hold = failed === undefined ? holdOf(of, categoryOf(name), () => true) : undefined;
        if (hold !== undefined) {
          told.add(`${of} ${hold.category}`);
          return answered({ kind: 'wait', hold });
        }
        if (failed === undefined) delivered.get(of)?.push(name);
        return answered(failed === undefined ? { kind: 'delivered' } : { kind: 'retry', failed });
      },
      orderKeyOf: isBeside ? ({ fields }) => Promise.resolve(keyOf(String(fields['name']))) : undefined,
      limitOf: ({ dsn: of, fields }) =>
        Promise.resolve(holdOf(of, categoryOf(String(fields['name'])), (key) => told.has(key))),
      onGiveUp: ({ fields }, cause) => givenUp.push(`${String(fields['name'])} ${cause}`),
    });
    drain.start();
    return drain;
  };
  let drain = start();

  const store = async (of: string, name: string): Promise<void> => {
    await spool.append({ dsn: of, receivedAt: wall.now(), fields: { name }, body: Buffer.from(name) });
    if (poisons.get(name) === undefined) stored.get(of)?.push(name);
    drain.wake(of);
  };
  const name = (how: Poison): string => {
    const made = `${(count += 1)}`;
    poisons.set(made, how);
    return made;
  };
  const run = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'send': {
        const made = name(step.poison);
        if (drain.letsNewTry(step.dsn)) {
          const failed = failureOf(made, step.dsn);
          // The tunnel answers limited envelopes with 429, and the client drops them.
          if (failed === undefined) {
            if (holdOf(step.dsn, categoryOf(made), () => true) === undefined) drain.noteTaken(step.dsn);
            break;
          }
          drain.noteFailure({ dsn: step.dsn, receivedAt: wall.now(), isConnection: failed === 'connection' });
        }
        await store(step.dsn, made);
        break;
      }
      case 'put':
        await store(step.dsn, name(step.poison));
        for (let more = 1; more < (step.count ?? 1); more += 1) await store(step.dsn, name(undefined));
        break;
      case 'outage':
        outages.set(step.host, step.how);
        break;
      case 'limit':
        limits.set(`${step.dsn} ${step.category}`, clock.monotonicNow() + step.forMs);
        told.delete(`${step.dsn} ${step.category}`);
        break;
      case 'restart': {
        const stopped = drain.stop();
        // The deliveries under way, and the attempts in turn of a lane.
        await clock.advance(isBeside ? 64 * LATENCY_MS : 0);
        await stopped;
        drain = start();
        break;
      }
      case 'advance':
        await clock.advance(step.byMs);
    }
    await clock.advance(0);
  };

  return {
    run,
    /** Ingest works from now on, and pages continue to send. */
    settle: async () => {
      outages.clear();
      limits.clear();
      for (let round = 0; round < 50; round += 1) {
        for (const of of DSNS) await run({ kind: 'send', dsn: of, poison: undefined });
        await run({ kind: 'advance', byMs: 300_000 });
      }
    },
    stop: () => drain.stop(),
    spool,
    stored,
    delivered,
    hasLimited: () => told.size > 0,
    attempts,
    givenUp,
    poisoned: () => [...poisons].filter(([, how]) => how !== undefined).map(([made]) => made),
  };
}

async function check(steps: readonly Step[], options: ModelOptions = {}): Promise<void> {
  const model = createModel(options);
  for (const step of steps) await model.run(step);
  await model.settle();
  await model.stop();

  // A limit on a category lets other categories pass. The order within a category stays, unless a limit began or ended
  // in between.
  // If several are under way, only those of a key keep their order, unless an outage began or ended in between.
  for (const of of DSNS) {
    const [were, are] = [model.stored.get(of) ?? [], model.delivered.get(of) ?? []];
    const isOrdered = !model.hasLimited() && options.isBeside !== true;
    expect(isOrdered ? are : [...are].sort()).toEqual(isOrdered ? were : [...were].sort());
    if (steps.some(({ kind }) => kind === 'outage' || kind === 'limit')) continue;
    const keyed = (names: readonly string[]): string[] => names.filter((name) => keyOf(name) !== undefined);
    expect(keyed(are)).toEqual(keyed(were));
  }
  expect([...model.givenUp].sort()).toEqual(
    model
      .poisoned()
      .map((name) => `${name} failing`)
      .sort(),
  );
  expect(model.spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
}

/** A drain that treats every failure as an outage, like one without look-ahead and strikes. */
function createNaiveDrain({ spool, ...options }: DrainOptions): Drain {
  const drain = createDrain({
    ...options,
    spool: { ...spool, peekBehind: () => Promise.resolve(undefined) },
    deliver: async (entry) => {
      const verdict = await options.deliver(entry);
      return verdict.kind === 'retry' ? { kind: 'retry', failed: 'connection' } : verdict;
    },
  });
  return { ...drain, noteTaken: () => undefined };
}

describe('a drain with poison envelopes, outages and restarts', () => {
  it('delivers every good envelope once and in order, and gives up every poison one once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 40 }), (steps) => check(steps)),
      { numRuns: Number(process.env['ADIT_DRAIN_RUNS'] ?? 60) },
    );
  });

  it('does so if several are under way, and keeps the order of a key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(BESIDE_STEP, { maxLength: 40 }), (steps) => check(steps, { isBeside: true })),
      { numRuns: Number(process.env['ADIT_DRAIN_RUNS'] ?? 60) },
    );
  });

  it('does not keep the order of a key if nothing names it (control)', async () => {
    const steps: Step[] = Array.from({ length: 120 }, () => ({ kind: 'put', dsn: A, poison: undefined }));
    const unordered = (options: DrainOptions): Drain => {
      let sent = 0;
      return createDrain({
        ...options,
        deliver: async (entry) => {
          // Every other one is slow on its way.
          if ((sent += 1) % 2 === 0)
            await new Promise((resolve) => options.clock.setTimeout(() => resolve(0), 30));
          return options.deliver(entry);
        },
        orderKeyOf: async () => undefined,
      });
    };
    await check(steps, { isBeside: true });
    await expect(check(steps, { isBeside: true, wrap: unordered })).rejects.toThrow();
  });

  it('does not, if every failure is an outage (control)', async () => {
    const steps: Step[] = [
      { kind: 'put', dsn: A, poison: 'answer' },
      { kind: 'put', dsn: A, poison: undefined },
    ];
    await check(steps);
    await expect(check(steps, { wrap: createNaiveDrain })).rejects.toThrow();
  });

  it('loses what meets a limit, if a 429 is final (control)', async () => {
    const steps: Step[] = [
      { kind: 'limit', dsn: A, category: 'all', forMs: 2_000 },
      { kind: 'put', dsn: A, poison: undefined },
    ];
    await check(steps);
    const dropping = ({ deliver, ...options }: DrainOptions): Drain =>
      createDrain({
        ...options,
        deliver: async (entry) => {
          const verdict = await deliver(entry);
          return verdict.kind === 'wait' ? { kind: 'delivered' } : verdict;
        },
      });
    await expect(check(steps, { wrap: dropping })).rejects.toThrow();
  });

  it('delivers what is behind a category that is limited for an hour', async () => {
    const model = createModel();
    await model.run({ kind: 'limit', dsn: A, category: 'transaction', forMs: 3_600_000 });
    for (let index = 0; index < 40; index += 1) await model.run({ kind: 'put', dsn: A, poison: undefined });
    await model.run({ kind: 'advance', byMs: 10_000 });
    expect(model.delivered.get(A)).toHaveLength(20);
    await model.run({ kind: 'advance', byMs: 3_600_000 });
    expect(model.delivered.get(A)).toHaveLength(40);
  });

  it('tries a poison envelope twice at each of five levels while others of its DSN are taken', async () => {
    const model = createModel();
    await model.run({ kind: 'put', dsn: A, poison: 'answer' });
    for (let minutes = 0; minutes < 90; minutes += 0.5) {
      await model.run({ kind: 'send', dsn: A, poison: undefined });
      await model.run({ kind: 'advance', byMs: 30_000 });
    }
    expect(model.attempts.get('1')).toBe(10);
    expect(model.givenUp).toEqual(['1 failing']);
  });

  it.each([2, 5, 15])(
    'passes by %d poison envelopes in a row without anything else to go by',
    async (length) => {
      const model = createModel();
      for (let index = 0; index < length; index += 1) {
        await model.run({ kind: 'put', dsn: A, poison: 'answer' });
      }
      for (let index = 0; index < 3; index += 1) await model.run({ kind: 'put', dsn: A, poison: undefined });
      await model.run({ kind: 'advance', byMs: 3 * 3_600_000 });
      expect(model.delivered.get(A)).toEqual(model.stored.get(A));
      expect(model.stored.get(A)).toHaveLength(3);
    },
  );

  it('counts nothing that fails in an outage, however long', async () => {
    const model = createModel();
    await model.run({ kind: 'outage', host: 'one.example', how: 'answer' });
    for (let index = 0; index < 20; index += 1) {
      await model.run({ kind: 'send', dsn: index % 2 === 0 ? A : B, poison: undefined });
      await model.run({ kind: 'advance', byMs: 3_600_000 });
    }
    expect(model.givenUp).toEqual([]);
    await model.settle();
    expect(model.delivered).toEqual(model.stored);
    expect(model.givenUp).toEqual([]);
  });
});
