import fc from 'fast-check';
import {
  describeWithRedis,
  startRedis,
  type RedisServer,
} from '../../../testing/redis/redis-server.helper.ts';
import type { Step } from '../../../testing/redis/spool-step.helper.ts';
import { createSpoolWorld } from '../../../testing/redis/spool-world.helper.ts';
import { createScript, type Script } from './script.ts';
import { APPEND, APPEND_LARGE, READ, REMOVE, RENEW } from './spool-scripts.ts';

/** `npm test -- long` and `ADIT_MODEL_STEPS=1000000` run a million steps. */
const STEPS = Number(
  process.env['ADIT_MODEL_STEPS'] ?? (process.env['ADIT_LONG_TESTS'] === '1' ? 1_000_000 : 5_000),
);
/** The seed is increased after every hundred runs. */
const FIRST_SEED = Number(process.env['ADIT_MODEL_SEED'] ?? 1);

const replica = fc.nat(2);
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const kind = <K extends string>(name: K) => fc.constant(name);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  weighted(
    12,
    fc.record({
      kind: kind('append'),
      replica,
      dsn: fc.nat(1),
      bytes: fc.oneof({ weight: 20, arbitrary: fc.constant(20) }, fc.constant(300_000)),
    }),
  ),
  weighted(
    14,
    fc.record({
      kind: kind('run'),
      replica,
      answer: fc.oneof(
        { weight: 3, arbitrary: fc.constant('arrives' as const) },
        fc.constantFrom('waits' as const, 'is late' as const),
      ),
    }),
  ),
  weighted(2, fc.record({ kind: kind('arrive'), replica })),
  weighted(2, fc.record({ kind: kind('give up'), replica })),
  weighted(2, fc.record({ kind: kind('cut'), replica, isSent: fc.boolean() })),
  weighted(2, fc.record({ kind: kind('run late'), pick: fc.nat(5) })),
  weighted(6, fc.record({ kind: kind('ingest answers'), replica })),
  weighted(1, fc.record({ kind: kind('ingest'), isUp: fc.boolean() })),
  weighted(6, fc.record({ kind: kind('calm'), rounds: fc.integer({ min: 1, max: 8 }) })),
  weighted(
    6,
    fc.record({ kind: kind('pass'), byMs: fc.constantFrom(10, 1_000, 1_000, 4_000, 12_000, 12_000) }),
  ),
  weighted(3, fc.record({ kind: kind('pause'), replica })),
  weighted(1, fc.record({ kind: kind('kill'), replica })),
  weighted(3, fc.record({ kind: kind('resume'), replica })),
  weighted(1, fc.record({ kind: kind('close'), replica, isPatient: fc.boolean() })),
  weighted(1, fc.record({ kind: kind('flush scripts') })),
);
/** A replica stands still for longer than its lease, while others continue. */
const STALL = fc
  .record({ replica, rounds: fc.integer({ min: 0, max: 8 }) })
  .map(({ replica: stalled, rounds }): Step[] => [
    { kind: 'pause', replica: stalled },
    { kind: 'pass', byMs: 12_000 },
    { kind: 'calm', rounds: 8 },
    { kind: 'pass', byMs: 1_000 },
    { kind: 'calm', rounds },
    { kind: 'resume', replica: stalled },
  ]);
/** Another replica delivers, unknown to the first one. */
const LOSS = fc
  .record({ before: fc.integer({ min: 0, max: 4 }), rounds: fc.integer({ min: 4, max: 20 }) })
  .map(({ before, rounds }): Step[] => [
    { kind: 'calm', rounds: before },
    { kind: 'lose leases' },
    { kind: 'pass', byMs: 1_000 },
    { kind: 'calm', rounds },
  ]);
const RUN = fc.record({
  steps: fc
    .array(
      fc.oneof(
        weighted(
          30,
          STEP.map((step) => [step]),
        ),
        weighted(1, STALL),
        weighted(1, LOSS),
      ),
      { maxLength: 300, size: 'max' },
    )
    .map((parts) => parts.flat()),
  maxBytesPerDsn: fc.constantFrom(2_500, 1_000_000),
  mayFail: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
});

describeWithRedis('replicas that share a spool in Redis', () => {
  let server: RedisServer;
  beforeAll(async () => (server = await startRedis('--appendonly', 'no')));
  afterAll(() => server.stop());

  let taken = 0;
  const property = async (sabotage?: (script: Script) => Script) => {
    const redis = await server.connect({ prefix: 'm:' });
    return fc.asyncProperty(RUN, async ({ steps, ...options }) => {
      await server.ask('FLUSHALL');
      const world = createSpoolWorld({
        redis,
        replicas: 3,
        sabotage,
        flushScripts: () => server.ask('SCRIPT', 'FLUSH'),
        ...options,
      });
      try {
        await world.take({ kind: 'calm', rounds: 20 });
        for (const step of steps) await world.take(step);
        await world.settle();
      } finally {
        taken += world.steps();
      }
    });
  };

  it(`lose nothing, keep the order and the bound, and repeat no more than a takeover allows: ${STEPS} steps`, async () => {
    const holds = await property();
    for (let seed = FIRST_SEED; taken < STEPS; seed += 1) await fc.assert(holds, { seed, numRuns: 20 });
    expect(taken).toBeGreaterThanOrEqual(STEPS);
  }, 3_600_000);

  const without = (script: Script, line: string, instead = ''): ((given: Script) => Script) => {
    expect(script.source).toContain(line);
    const sabotaged = createScript(script.source.replace(line, instead));
    return (given) => (given === script ? sabotaged : given);
  };
  /** Each with a seed that finds it quickly. */
  const CONTROLS: readonly [string, number, () => (given: Script) => Script, RegExp][] = [
    [
      'whose removal does not check the token',
      19,
      () => without(REMOVE, "if redis.call('GET', KEYS[3]) ~= ARGV[1] then return {-1, 0} end"),
      /delivered again|delivered before/,
    ],
    [
      'that remove the oldest instead of what was read',
      52,
      () =>
        without(
          REMOVE,
          "redis.call('XDEL', KEYS[1], ARGV[index])",
          "redis.call('XDEL', KEYS[1], (redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1] or {'0-1'})[1])",
        ),
      /was removed, and nobody has delivered it|Redis counts/,
    ],
    [
      'that give a lease to everyone who asks',
      1,
      () => without(READ, 'elseif holder or length == 0 then', 'elseif length == 0 then'),
      /delivered again|delivered before/,
    ],
    [
      'that prolong a lease which is lost',
      1,
      () =>
        without(
          RENEW,
          "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end",
          "redis.call('SET', KEYS[1], ARGV[1])",
        ),
      /delivered again|was removed|stored and not delivered/,
    ],
    [
      'that count the bytes of a removal twice',
      52,
      () =>
        without(
          REMOVE,
          "if redis.call('XDEL', KEYS[1], ARGV[index]) == 1 then",
          "redis.call('XDEL', KEYS[1], ARGV[index]) do",
        ),
      /Redis counts/,
    ],
    [
      'whose large bodies expire',
      17,
      () => without(APPEND_LARGE, "redis.call('PERSIST', KEYS[3])"),
      /the pieces of .* expire/,
    ],
    [
      'that do not check the bound',
      1,
      () => without(APPEND, 'held + tonumber(ARGV[index]) <= bound', 'true'),
      /more than it may/,
    ],
  ];
  it.each(CONTROLS)('do not, with scripts %s (control)', async (_, seed, sabotage, message) => {
    const result = await fc.check(await property(sabotage()), {
      seed,
      numRuns: 1_000,
      endOnFailure: true,
    });
    expect(String(result.errorInstance)).toMatch(message);
  });
});
