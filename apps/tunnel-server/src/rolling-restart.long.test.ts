import { until } from '@adit/testing';
import { HAS_NGINX, startNginx } from '../testing/replicas/nginx.helper.ts';
import { HAS_REDIS, startRedis } from '../testing/replicas/redis.helper.ts';
import { startLedger } from '../testing/replicas/ledger.helper.ts';
import { startReplicaLoad, startReplicas, type Replica } from '../testing/replicas/replicas.helper.ts';
import { endProcesses } from '../testing/server-process.helper.ts';

// `npm test -- replicas` restarts all replicas ten times.
const ROUNDS = Number(process.env['ADIT_ROLLING_ROUNDS'] ?? 1);

/** 1,000 requests a second, if the machine is fast enough. */
const CLIENTS = 50;
const PAUSE_MS = 50;

afterEach(endProcesses);

interface Seen {
  readonly answered: number;
  readonly perSecond: number;
  readonly failures: readonly string[];
  readonly errors: string;
  readonly lost: number;
}

/** Restarts three replicas behind nginx, one after another, under load. */
async function seeRollingRestart(restart: (replica: Replica) => Promise<void>): Promise<Seen> {
  const [ledger, redis] = await Promise.all([startLedger(1), startRedis()]);
  const replicas = await startReplicas(3, {
    ADIT_DSNS: ledger.dsns.join(),
    ADIT_SPOOL: redis.url,
    ADIT_LIMITS: redis.url,
    ADIT_TRUSTED_PROXIES: '127.0.0.1',
  });
  const nginx = await startNginx(replicas.all.map(({ url }) => new URL(url).host));
  const startedAt = performance.now();
  const load = startReplicaLoad([nginx.url], ledger.dsns, { clients: CLIENTS, round: 0, pauseMs: PAUSE_MS });
  const advance = async (): Promise<void> => {
    const goal = load.acknowledged.length + 200;
    await until(() => load.acknowledged.length >= goal);
  };
  await advance();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const replica of replicas.all) {
      await restart(replica);
      await advance();
    }
  }
  await load.stop();
  const seconds = (performance.now() - startedAt) / 1_000;
  const answered = load.acknowledged.length;
  await until(() => new Set(ledger.arrived).size >= answered);
  const errors = nginx.errors();
  await nginx.stop();
  await replicas.stop();
  await Promise.all([redis.stop(), ledger.close()]);
  const arrived = new Set(ledger.arrived);
  return {
    answered,
    perSecond: Math.round(answered / seconds),
    failures: load.failures,
    errors,
    lost: load.acknowledged.filter((name) => !arrived.has(name)).length,
  };
}

const describeBehindNginx = HAS_NGINX && HAS_REDIS ? describe : describe.skip;

describeBehindNginx('three replicas behind nginx', () => {
  it(
    'answer every request 200 while they are restarted one by one',
    async () => {
      const seen = await seeRollingRestart(async (replica) => {
        await replica.end('SIGTERM');
        await replica.start();
      });
      process.stdout.write(
        `${3 * ROUNDS} restarts: ${seen.answered} requests answered 200 (${seen.perSecond} a second), ${seen.failures.length} not\n`,
      );

      // The errors of nginx show the reason.
      expect([seen.failures, seen.failures.length > 0 ? seen.errors : '']).toEqual([[], '']);
      expect(seen.lost).toBe(0);
    },
    120_000 * ROUNDS,
  );

  it(
    'a control that kills them does not',
    async () => {
      const { failures } = await seeRollingRestart(async (replica) => {
        await replica.end('SIGKILL');
        await replica.start();
      });

      expect(failures.length).toBeGreaterThan(0);
    },
    120_000 * ROUNDS,
  );
});
