// npm run bench:tunnel: compares the tunnel with its peers. A full run writes docs/benchmarks/tunnel.md and its chart.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { choose, readCount, runSuite, takeTurns } from '../suite.mjs';
import { measure } from './measure.mjs';
import { buildNextApp, buildTunnel, installPeers, readVersions, requirePrograms } from './peers.mjs';
import { conclude, summarise } from './report.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { contextFor, prepare } from './setting.mjs';
import { SUBJECTS } from './subjects.mjs';

const HELP = `npm run bench:tunnel -- [options]
  --only a,b        subjects: ${SUBJECTS.map(({ id }) => id).join(', ')}
  --scenarios a,b   ${SCENARIOS.map(({ id }) => id).join(', ')}
  --rounds n        interleaved rounds, of which the median counts (3)
  --seconds n       of load for each measurement (6), after --warm-up n (3)
  --quick           the error envelope alone, one round, 3 seconds
  --no-build        measure what is built already
  --write           write the documents after a partial run too
  --report          write the documents from the last run's figures, measuring nothing`;

function read(values) {
  const { quick } = values;
  return {
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

/** All rounds of one scenario: a row for each subject that takes part. */
async function runScenario({ scenario, subjects, rounds, seconds, warmUpSeconds, folder }) {
  const { stretch = 1 } = scenario;
  const { bodyFile, ingest } = await prepare({ scenario, folder });
  const taking = subjects.filter(
    ({ id, scenarios = [scenario.id] }) =>
      scenarios.includes(scenario.id) && (scenario.only?.includes(id) ?? true),
  );
  const load = { scenario, ingest, bodyFile, seconds: seconds * stretch, warmUpSeconds };
  try {
    const results = await takeTurns({
      subjects: taking,
      rounds,
      onRound: (round) => {
        if (taking.length > 0) console.log(`\n${scenario.label}, round ${round} of ${rounds}`);
      },
      measure: async (subject, round) => {
        const work = join(folder, `${subject.id}-${round}`);
        const context = contextFor({ subject, folder: work });
        const result = subject.fault
          ? { problems: [subject.fault], notes: [] }
          : await measure({ subject, context, ...load });
        rmSync(work, { recursive: true, force: true });
        printRow(subject, result);
        return result;
      },
    });
    return Object.fromEntries(Object.entries(results).map(([id, each]) => [id, summarise(each)]));
  } finally {
    await ingest.stop();
  }
}

async function run({ subjects, scenarios, rounds, seconds, warmUpSeconds, 'no-build': noBuild }) {
  requirePrograms();
  installPeers(subjects);
  if (!noBuild) buildTunnel();
  const nextBuilt = noBuild || !subjects.some(({ next }) => next) || buildNextApp();
  const versions = readVersions();
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
  return { rows, versions, rounds, seconds, warmUpSeconds };
}

await runSuite({
  name: 'tunnel',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  help: HELP,
  options: ['only', 'scenarios', 'rounds', 'seconds', 'warm-up'],
  read,
  run,
  conclude,
});
