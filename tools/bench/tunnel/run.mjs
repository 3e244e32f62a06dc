// npm run bench:tunnel: measures the tunnel beside its peers. A full run writes docs/benchmarks/tunnel.md and its chart.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
/* eslint-disable @nx/enforce-module-boundaries -- neither is a package, so a path is the only way to them */
import { describeMachine, writeDocuments } from '../document.mjs';
import { choose, readCount } from '../options.mjs';
/* eslint-enable @nx/enforce-module-boundaries */
import { drawChart } from './chart.mjs';
import { measure } from './measure.mjs';
import { buildNextApp, buildTunnel, installPeers, readVersions, requirePrograms } from './peers.mjs';
import { writeReport } from './report.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { contextFor, prepare } from './setting.mjs';
import { SUBJECTS } from './subjects.mjs';
import { judgeBars, summarise } from './summary.mjs';

const HELP = `npm run bench:tunnel -- [options]
  --only a,b        subjects: ${SUBJECTS.map(({ id }) => id).join(', ')}
  --scenarios a,b   ${SCENARIOS.map(({ id }) => id).join(', ')}
  --rounds n        interleaved rounds, of which the median counts (3)
  --seconds n       of load for each measurement (6), after --warm-up n (3)
  --quick           the error envelope alone, one round, 3 seconds
  --no-build        measure what is built already
  --write           write the documents after a partial run too
  --report          write the documents from the last run's figures, measuring nothing`;

const HERE = fileURLToPath(new URL('.', import.meta.url));
const RESULTS = join(HERE, 'test-output/results.json');

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      scenarios: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'warm-up': { type: 'string' },
      quick: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick } = values;
  return {
    ...values,
    subjects: choose(SUBJECTS, values.only),
    scenarios: choose(SCENARIOS, values.scenarios ?? (quick ? 'error' : undefined)),
    rounds: readCount(values, 'rounds', quick ? 1 : 3),
    seconds: readCount(values, 'seconds', quick ? 3 : 6),
    warmUpSeconds: readCount(values, 'warm-up', quick ? 2 : 3),
    isPartial: quick || values.only !== undefined || values.scenarios !== undefined,
  };
}

const fixed = (number, digits = 0) => (Number.isFinite(number) ? number.toFixed(digits) : '–');

const printRow = ({ id }, { problems, notes, ...figures }) =>
  console.log(
    [
      id.padEnd(18),
      `${fixed(figures.requestsPerSecond)} req/s`.padStart(12),
      `p50 ${fixed(figures.p50Ms, 2)} ms`.padStart(15),
      `p99 ${fixed(figures.p99Ms, 2)} ms`.padStart(15),
      `CPU ${fixed(figures.cpuMicroseconds, 1)} µs`.padStart(16),
      `RSS ${fixed(figures.peakRssBytes / 1e6)} MB`.padStart(11),
      [...problems, ...notes].join('; '),
    ].join('  '),
  );

/** All rounds of one scenario: within each round every subject once, so that a slow spell of the machine hits them all. */
async function runScenario({ scenario, subjects, rounds, seconds, warmUpSeconds, folder }) {
  const { stretch = 1 } = scenario;
  const { bodyFile, ingest } = await prepare({ scenario, folder });
  const taking = subjects.filter(
    ({ id, scenarios = [scenario.id] }) =>
      scenarios.includes(scenario.id) && (scenario.only?.includes(id) ?? true),
  );
  const results = Object.fromEntries(taking.map(({ id }) => [id, []]));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      if (taking.length > 0) console.log(`\n${scenario.label}, round ${round} of ${rounds}`);
      for (const subject of taking) {
        const work = join(folder, `${subject.id}-${round}`);
        const context = contextFor({ subject, folder: work });
        const result = subject.fault
          ? { problems: [subject.fault], notes: [] }
          : await measure({
              subject,
              scenario,
              ingest,
              context,
              bodyFile,
              seconds: seconds * stretch,
              warmUpSeconds,
            });
        rmSync(work, { recursive: true, force: true });
        results[subject.id].push(result);
        printRow(subject, result);
      }
    }
  } finally {
    await ingest.stop();
  }
  return Object.fromEntries(Object.entries(results).map(([id, each]) => [id, summarise(each)]));
}

async function run({ subjects, scenarios, rounds, seconds, warmUpSeconds, 'no-build': noBuild }) {
  requirePrograms();
  installPeers();
  if (!noBuild) buildTunnel();
  const nextBuilt = noBuild || !subjects.some(({ next }) => next) || buildNextApp();
  const versions = readVersions();
  console.log(
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
  );
  const folder = mkdtempSync(join(tmpdir(), 'adit-bench-'));
  chmodSync(folder, 0o755); // nginx's worker is another user
  const able = subjects.map((subject) =>
    subject.next && !nextBuilt ? { ...subject, fault: 'the Next app cannot be built' } : subject,
  );
  const rows = {};
  for (const scenario of scenarios)
    rows[scenario.id] = await runScenario({
      scenario,
      subjects: able,
      rounds,
      seconds,
      warmUpSeconds,
      folder,
    });
  rmSync(folder, { recursive: true, force: true });
  return { rows, versions, rounds, seconds, warmUpSeconds, machine: describeMachine() };
}

async function main() {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }
  const results = options.report ? JSON.parse(readFileSync(RESULTS, 'utf8')) : await run(options);
  mkdirSync(join(HERE, 'test-output'), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  const bars = judgeBars(results.rows);
  console.log('');
  for (const { subject, scenario, of, against, value, verdict } of bars)
    if (verdict !== 'not measured')
      console.log(
        `${verdict}: ${subject}, ${scenario}, ${of}${against ? ` ÷ ${against}` : ''} ${fixed(value, 2)}`,
      );
  if (!options.isPartial || options.write || options.report) {
    const text = writeReport({ ...results, bars });
    await writeDocuments({ name: 'tunnel', text, chart: drawChart(results.rows) });
  }
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
