import cluster from 'node:cluster';
import { join } from 'node:path';
import { buildEnvelope } from '@adit/testing';
import { SYSTEM_CLOCK } from '../clock.ts';
import { readConfig } from '../config.ts';
import { createMetrics, toPrometheusText } from '../metrics.ts';
import { startCountingIngest, type CountingIngest } from '../../testing/load.contract.ts';
import { flagOf } from '../settings.ts';
import { recordLog } from '../../testing/record-log.contract.ts';
import { post } from '../../testing/server-process.contract.ts';
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
    metrics: createMetrics(),
    clock: SYSTEM_CLOCK,
    heartbeat: { intervalMs: 300, maxMissed: 20 },
  });
  const body = buildEnvelope({ dsn: ingest.dsn, items: [{ type: 'event', payload: {} }] });
  const postOnce = async (): Promise<number> => (await post(workers.url, body)).status;
  for (let count = 0; count < 4; count += 1) expect(await postOnce()).toBe(200);
  await workers.collect();

  const victim = Object.values(cluster.workers ?? {})[0]!;
  victim.process.kill('SIGSTOP');
  // Every other connection would be the victim's; the one it is handed waits for the next worker.
  const answers = Promise.all(Array.from({ length: 6 }, postOnce));
  expect(await workers.isReady()).toBe(true);
  expect(toPrometheusText(await workers.collect())).toContain('adit_tunnel_requests_total');
  expect(events()).toEqual([]);

  expect(await answers).toEqual([200, 200, 200, 200, 200, 200]);
  while (!events().includes('worker-restarted')) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(events()).toEqual(['worker-stalled', 'worker-died', 'worker-restarted']);
  expect(entries[1]).toMatchObject({ signal: 'SIGKILL' });
  expect(await postOnce()).toBe(200);
});
