import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { between, createRandom } from '@adit/testing';
import { freePort } from '@adit/testing/free-port';
import { compare, MOST_TWICE } from './compare.mjs';
import { createIngest, OUTAGES } from './ingest.mjs';
import { startClients } from './load.mjs';
import { MAIN, startServer } from './server.mjs';

/*
 * The tunnel server through an outage of ingest, killed again and again while clients go on; then looks for everything
 * that was acknowledged. `node apps/tunnel-server/testing/outage/run.mjs [--kills 20] [--seed 1] [--clients 8] [--control] [--json]`
 *
 * Real: the server (apps/tunnel-server/dist), its disk, SIGKILL, HTTP on both sides. Half of the kills fall into the
 * outage, every fourth of all while the server starts; the rest while ingest comes and goes and the backlog drains.
 * Simulated: the wait. Each server of the outage is started with its clocks (`Date.now`, `os.uptime`) further ahead, an hour in
 * all, so that what it stored is an hour old when it is delivered. What ten minutes do to one process, the back-off
 * up to a minute, is tested with a fake clock in libs/spool/src/drain/drain.test.ts.
 *
 * The seed repeats the load and the moments, not the order in which the system runs processes.
 * `--control` is the same with the spool in memory: it has to lose, and fails when it does not.
 */

const OUTAGE_MS = 3_600_000;
const DRAIN_LIMIT_MS = 120_000;

/**
 * The largest accepted deviation of `sent_at`. On a busy machine, processes wait seconds for each other; a server that
 * used a wrong clock would deviate by the minutes between two lives.
 */
const SENT_AT_TOLERANCE_MS = 60_000;

const KEY = '0123456789abcdef0123456789abcdef';
const DSNS = [1, 2, 3, 4, 5].map((project) => `https://${KEY}@ingest.example/${project}`);

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    clients: { type: 'string', default: '8' },
    control: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (!existsSync(MAIN)) {
  console.error('The tunnel server is not built: run `npx nx build tunnel-server` first.');
  process.exit(1);
}

const kills = Number(values.kills);
const killsInOutage = Math.ceil(kills / 2);
// One generator for each part, so that the load does not change the times of the kills.
const [moments, weather, loads] = [1, 2, 3].map((part) => createRandom(Number(values.seed) * 10 + part));
const scratch = mkdtempSync(join(tmpdir(), 'adit-outage-'));
const shifts = [];
let server;
process.once('exit', () => {
  server?.abandon();
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const currentLife = () => shifts.length - 1;
const ingestPort = await freePort();
const port = await freePort();
const adminPort = await freePort();
const ingest = await createIngest({ port: ingestPort, currentLife });
const env = {
  PORT: String(port),
  ADIT_ADMIN_PORT: String(adminPort),
  ADIT_DSNS: DSNS.join(','),
  ADIT_INGEST_ORIGIN: `http://127.0.0.1:${ingestPort}`,
  // Longer than any machine is busy; otherwise envelopes that ingest has received would also be stored. A hanging
  // ingest cuts its connections when the weather changes.
  ADIT_INGEST_TIMEOUT: '60s',
  ADIT_SPOOL: values.control ? 'memory' : `disk:${join(scratch, 'spool')}`,
  ADIT_SPOOL_MAX_BYTES: '2GiB',
};

function startLife(shiftMs) {
  shifts.push(shiftMs);
  server = startServer(env, shiftMs);
  return server;
}

/** Makes ingest unavailable in every way in turn; after it is back, it still fails now and then. */
async function makeWeather(signal) {
  let outages = 0;
  for (let turn = 0; !signal.isOver; turn += 1) {
    const isAway = signal.isOutage || turn % 4 === 0;
    if (isAway) outages += 1;
    await ingest.become(isAway ? OUTAGES[outages % OUTAGES.length] : 'up');
    // A tunnel that knows of an outage tries again after a second.
    await sleep(isAway ? between(weather, 100, 500) : between(weather, 500, 3_000));
  }
}

async function storedEnvelopes() {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const sample = /^adit_tunnel_spool_envelopes(?:\{[^}]*\})? (\d+)/m.exec(text);
  if (sample === null) throw new Error('The server has no metric of what its spool holds.');
  return Number(sample[1]);
}

const signal = { isOver: false, isOutage: true };
const weatherEnds = makeWeather(signal);
const clients = startClients({
  url: `http://127.0.0.1:${port}/monitoring-tunnel`,
  dsns: DSNS,
  clients: Number(values.clients),
  random: loads,
  currentLife,
});

let killsAmidDelivery = 0;
const repairs = [];
for (let kill = 1; kill <= kills; kill += 1) {
  signal.isOutage = kill <= killsInOutage;
  const life = startLife((Math.min(kill - 1, killsInOutage) / killsInOutage) * OUTAGE_MS);
  if (kill % 4 === 0) await sleep(between(moments, 0, 500));
  else {
    await life.started;
    await clients.nextAnswer();
    await sleep(between(moments, 200, 2_000));
  }
  await life.kill();
  const last = ingest.receptions.at(-1);
  if (last?.life === currentLife() && performance.now() - last.at < 50) killsAmidDelivery += 1;
  repairs.push(...life.events.filter(({ event }) => event === 'spool-repaired'));
}

const last = startLife(OUTAGE_MS);
await last.started;
await clients.stop();
signal.isOver = true;
await weatherEnds;
const backlog = await storedEnvelopes();
const drainFrom = performance.now();
await ingest.become('up');
while ((await storedEnvelopes()) > 0 && performance.now() - drainFrom < DRAIN_LIMIT_MS) await sleep(100);
const drainSeconds = (performance.now() - drainFrom) / 1_000;
repairs.push(...last.events.filter(({ event }) => event === 'spool-repaired'));
const exitCode = await last.stop();
await ingest.become('refusing');

const figures = {
  kills,
  killsAmidDelivery,
  repairs: repairs.length,
  backlog,
  drainSeconds: Number(drainSeconds.toFixed(1)),
  ...compare({ sent: clients.sent, receptions: ingest.receptions, shifts }),
  reports: ingest.others.length,
  exitCode,
};

const failures = [
  figures.lost > 0 && `${figures.lost} acknowledged envelopes are lost`,
  figures.altered > 0 && `${figures.altered} deliveries differ from what was sent`,
  figures.disordered > 0 && `${figures.disordered} deliveries are out of order`,
  figures.unexplained > 0 && `${figures.unexplained} came twice without a kill`,
  figures.mostTwice > MOST_TWICE && `${figures.mostTwice} of a DSN came twice after one kill`,
  figures.sentAtOffMs > SENT_AT_TOLERANCE_MS && `sent_at is off by ${figures.sentAtOffMs} ms`,
  exitCode !== 0 && `the server ended with ${exitCode}`,
].filter(Boolean);

const rows = [
  ['kills (amid deliveries to ingest)', `${kills} (${killsAmidDelivery})`],
  ['posted by clients', figures.posted],
  ['acknowledged (by the spool)', `${figures.acknowledged} (${figures.spooled})`],
  ['… of 300 KB, of 3 MB, gzip', `${figures.large}, ${figures.huge}, ${figures.gzip}`],
  [
    `refused (${figures.statuses.join(', ') || 'none'}), without an answer`,
    `${figures.refused}, ${figures.unanswered}`,
  ],
  ['backlog at the end, drained in', `${backlog}, ${figures.drainSeconds} s`],
  ['**acknowledged, never received**', figures.lost],
  ['received twice', figures.twice],
  ['… under way at a kill', figures.underWay],
  ['… delivered, not yet written down', figures.unwritten],
  ['… ingest cut its own answer off', figures.afterCut],
  ['… most of a DSN after one kill', `${figures.mostTwice} (allowed: ${MOST_TWICE})`],
  ['received, not acknowledged', figures.unacknowledged],
  ['out of order', figures.disordered],
  ['altered', figures.altered],
  ['longest held', `${Math.round(figures.longestHeldMs / 1_000)} s`],
  ['`sent_at` off by at most', `${figures.sentAtOffMs} ms`],
  ['client reports, repairs at start', `${figures.reports}, ${figures.repairs}`],
];
const width = Math.max(...rows.map(([name]) => name.length));
if (values.json) console.log(JSON.stringify(figures));
else for (const [name, figure] of rows) console.log(`| ${name.padEnd(width)} | ${figure}`);

if (values.control) {
  const isCaught = figures.lost > 0;
  console.error(isCaught ? 'As it has to be: a spool in memory loses.' : 'The control lost nothing.');
  process.exit(isCaught ? 0 : 1);
}
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);
