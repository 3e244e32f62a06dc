import cluster from 'node:cluster';
import { join } from 'node:path';
import { SYSTEM_CLOCK } from '@adit/envelope';
import { measureProcess } from '@adit/operations';
import { buildEnvelope, until } from '@adit/testing';
import { readConfig } from '../config/config.ts';
import { startCountingIngest, type CountingIngest } from '../../testing/load.helper.ts';
import { flagOf } from '../config/settings.ts';
import { recordLog } from '../../testing/record-log.helper.ts';
import { post } from '../../testing/server-process.helper.ts';
import { forkWorker } from './node-cluster.ts';
import { startWorkers, type Workers } from './primary.ts';

// This process is the primary of real workers, with a shorter heartbeat than the server.

let ingest: CountingIngest;
let workers: Workers;

afterEach(async () => {
  await workers.stop();
  await ingest.close();
});

it('replaces a suspended worker, stays ready, and serves the connections it had not accepted', async () => {
  ingest = await startCountingIngest();
  const env = { ADIT_DSNS: ingest.dsn, ADIT_WORKERS: '2', ADIT_SPOOL: 'off', PORT: '0' };
  cluster.setupPrimary({
    exec: join(__dirname, '../../dist/main.js'),
    args: Object.entries(env).map(([name, value]) => `${flagOf(name)}=${value}`),
    serialization: 'advanced',
    silent: true,
  });
  const { log, events, entries } = recordLog();
  workers = await startWorkers({
    config: readConfig({ env, workingDirectory: '/', readFile: () => '' }),
    log,
    fork: forkWorker,
    meter: measureProcess(),
    clock: SYSTEM_CLOCK,
    heartbeat: { intervalMs: 300, maxMissed: 20 },
  });
  const body = buildEnvelope({ dsn: ingest.dsn, items: [{ type: 'event', payload: {} }] });
  const postOnce = async (): Promise<number> => (await post(workers.url, body)).status;
  for (let count = 0; count < 4; count += 1) expect(await postOnce()).toBe(200);
  await workers.measure();

  const victim = Object.values(cluster.workers ?? {})[0]!;
  victim.process.kill('SIGSTOP');
  // In turn, every second connection would go to the victim; it gets one, which waits for the next worker.
  const answers = Promise.all(Array.from({ length: 6 }, postOnce));
  expect(await workers.isReady()).toBe(true);
  expect((await workers.measure()).stats).toBeDefined();
  expect(events()).toEqual([]);

  expect(await answers).toEqual([200, 200, 200, 200, 200, 200]);
  await until(() => events().includes('worker-restarted'));
  expect(events()).toEqual(['worker-stalled', 'worker-died', 'worker-restarted']);
  expect(entries[1]).toMatchObject({ signal: 'SIGKILL' });
  expect(await postOnce()).toBe(200);
});
