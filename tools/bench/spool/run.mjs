import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
/* eslint-disable @nx/enforce-module-boundaries -- none is a package, so a path is the only way to them */
import { table } from '../document.mjs';
import { median, takeTurns } from '../suite.mjs';
/* eslint-enable @nx/enforce-module-boundaries */
import { compileStores } from './compile.mjs';
import { peerVersion, STORES } from './stores.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    peers: { type: 'string', default: HERE },
    directory: { type: 'string', default: tmpdir() },
    runs: { type: 'string', default: '5' },
    count: { type: 'string', default: '50000' },
    stored: { type: 'string', default: '1000000' },
    output: { type: 'string', default: join(HERE, '../../../docs/benchmarks/spool.md') },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(
    [
      'Measures the disk spool against embedded stores and writes a table.',
      '  --peers DIR      folder whose node_modules has the peers; they are installed there if missing (default: here)',
      '  --directory DIR  the disk to measure (default: the temporary folder)',
      '  --runs N         runs of which the median is shown (default 5)',
      '  --count N        envelopes appended and taken out in a run (default 50000)',
      '  --stored N       envelopes a restart finds (default 1000000); 0 leaves restarts out',
      '  --output FILE    where the table goes (default docs/benchmarks/spool.md)',
    ].join('\n'),
  );
  process.exit(0);
}
const [runs, count, stored] = [values.runs, values.count, values.stored].map(Number);

const PEERS = ['lmdb', 'classic-level', 'libsql'];
if (PEERS.some((name) => peerVersion(values.peers, name) === undefined)) {
  mkdirSync(values.peers, { recursive: true });
  if (values.peers !== HERE) cpSync(join(HERE, 'package.json'), join(values.peers, 'package.json'));
  spawnSync('npm', ['install', '--no-package-lock', '--prefix', values.peers], { stdio: 'inherit' });
}

const scratch = mkdtempSync(join(values.directory, 'adit-bench-spool-'));
const compiled = join(scratch, 'compiled');
compileStores(compiled);

const medianOf = (list, name) => median(list.map((figures) => figures[name]));
const whole = (number) => Math.round(number).toLocaleString('en-US');

function measure(job) {
  const child = spawnSync(
    process.execPath,
    [join(HERE, 'job.mjs'), JSON.stringify({ compiled, peers: values.peers, ...job })],
    { encoding: 'utf8' },
  );
  if (child.stdout === '') throw new Error(`${job.store}, ${job.job}: ${child.stderr}`);
  return JSON.parse(child.stdout);
}

/** Fills a fresh store and empties it, once. */
function fillAndEmpty(store, options = {}) {
  const directory = mkdtempSync(join(scratch, 'store-'));
  const append = measure({ store, job: 'append', directory, count, ...options });
  const take = store.startsWith('write') ? undefined : measure({ store, job: 'take', directory, ...options });
  rmSync(directory, { recursive: true, force: true });
  return { append, take };
}

const label = (store) => {
  const version = peerVersion(values.peers, store);
  return version === undefined ? store : `${store} ${version}`;
};

const names = Object.keys(STORES);
const results = await takeTurns({
  subjects: names.map((id) => ({ id })),
  rounds: runs,
  measure: ({ id }, run) => {
    const figures = fillAndEmpty(id);
    console.log(`run ${run}, ${id}: ${whole(figures.append.perSecond)} appends/s`);
    return figures;
  },
});
const throughput = names.map((name) => {
  const appends = results[name].map(({ append }) => append);
  const takes = results[name].flatMap(({ take }) => take ?? []);
  return [
    label(name),
    whole(medianOf(appends, 'perSecond')),
    whole(medianOf(appends, 'cpuMicros')),
    takes.length === 0 ? '–' : whole(medianOf(takes, 'perSecond')),
    takes.length === 0 ? '–' : whole(medianOf(takes, 'cpuMicros')),
  ];
});

const OURS = names[0];
const manyDsns = [
  [64, 1],
  [256, 1],
  [64, 10],
  [256, 100],
].map(([concurrency, dsns]) => {
  const list = Array.from({ length: runs }, () => fillAndEmpty(OURS, { concurrency, dsns }));
  return [
    concurrency,
    dsns,
    whole(median(list.map(({ append }) => append.perSecond))),
    whole(median(list.map(({ take }) => take.perSecond))),
  ];
});

const dropCaches = () => {
  if (!existsSync('/proc/sys/vm/drop_caches')) return false;
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
};

const restarts = [];
for (const name of stored === 0 ? [] : names.filter((one) => !one.startsWith('write'))) {
  const directory = mkdtempSync(join(scratch, 'store-'));
  measure({ store: name, job: 'append', directory, count: stored, concurrency: 256, isKilled: true });
  const list = Array.from({ length: runs }, () => {
    const isCold = dropCaches();
    return { isCold, ...measure({ store: name, job: 'restart', directory, count: stored }) };
  });
  restarts.push([
    label(name),
    whole(medianOf(list, 'openMs')),
    whole(medianOf(list, 'readyMs')),
    whole(list[0].readyMs),
    whole(medianOf(list, 'peakRss')),
    list.every(({ isCold }) => isCold) ? 'yes' : 'no',
  ]);
  console.log(`restart, ${name}: ${restarts.at(-1).join(', ')}`);
  rmSync(directory, { recursive: true, force: true });
}

rmSync(scratch, { recursive: true, force: true });

const [{ model }] = cpus();
const text = `# The spool on disk

\`node tools/bench/spool/run.mjs\` measures and writes this. Medians of ${runs} runs, each in its own process, alternating between the stores.
Node ${process.version}, Linux ${release()}, ${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB.

Absolute figures depend on the machine and its disk. The last row of the first table is the maximum of this disk.

## Append and take

${whole(count)} envelopes of 4 KB. Append: 64 at a time, each acknowledged once it is durable. Stores without a group commit
(classic-level, libsql) get one. Take: read and deleted in order, without waiting for the deletion.

${table(['store', 'appends/s', 'CPU µs', 'taken/s', 'CPU µs'], throughput)}

## The log, by DSNs

Each DSN has its own log, and each log is synced separately.

${table(['at a time', 'DSNs', 'appends/s', 'taken/s'], manyDsns)}
${
  restarts.length === 0
    ? ''
    : `
## Restart with ${whole(stored)} envelopes of 4 KB

The process that appended the envelopes is killed, and the first start repairs the store. “Cold” means that the files were not in the
page cache. “Ready” means opened, counted, and the oldest envelope read. RSS is the peak of the process, including about 45 MB of Node itself.

${table(['store', 'open ms', 'ready ms', 'the first ready ms', 'peak RSS MB', 'cold'], restarts)}
`
}`;
mkdirSync(dirname(values.output), { recursive: true });
writeFileSync(values.output, text);
console.log(text);
