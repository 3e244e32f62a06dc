// node tools/bench/runtimes/run.mjs: the tunnel with the same envelope on each runtime. Writes docs/benchmarks/runtimes.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inUnit, judge, number, remarks, table } from '../report.mjs';
import { choose, median, readCount, runSuite, takeTurns } from '../suite.mjs';
import { measure } from '../tunnel/measure.mjs';
import { buildTunnel, requirePrograms } from '../tunnel/peers.mjs';
import { contextFor, prepare } from '../tunnel/setting.mjs';
import { SCENARIOS } from '../tunnel/scenarios.mjs';
import { readSubjects } from './subjects.mjs';

const HELP = `node tools/bench/runtimes/run.mjs [options]
  --only a,b        runtimes by name
  --rounds n        interleaved rounds, of which the median counts (5)
  --seconds n       of load for each measurement (5), after --warm-up n (3)
  --quick           one round, 2 seconds
  --write           write the document after a partial run too
  --report          write the document from the last run's figures, measuring nothing`;

/** The load on the ingest itself: the rate of a runtime if the tunnel cost nothing. */
const INGEST = { id: 'no tunnel', label: 'no tunnel (the ingest alone)' };

/** Above this share of the ingest's rate, a runtime is limited by the ingest, and its own rate is unknown. */
const MOST_OF_INGEST = 0.5;

const FIGURES = ['requestsPerSecond', 'p50Ms', 'p99Ms', 'cpuMicroseconds', 'peakRssBytes'];

function read(values) {
  const { quick } = values;
  return {
    rounds: readCount(values, 'rounds', quick ? 1 : 5),
    seconds: readCount(values, 'seconds', quick ? 2 : 5),
    warmUpSeconds: readCount(values, 'warm-up', quick ? 1 : 3),
    isPartial: quick || values.only !== undefined,
  };
}

const summarise = (rounds) => ({
  ...Object.fromEntries(FIGURES.map((name) => [name, median(rounds.map((round) => round[name]))])),
  problems: [...new Set(rounds.flatMap(({ problems }) => problems))],
});

async function run({ only, rounds, seconds, warmUpSeconds }) {
  requirePrograms();
  buildTunnel();
  const subjects = choose([INGEST, ...readSubjects()], only);
  const folder = mkdtempSync(join(tmpdir(), 'adit-bench-'));
  const scenario = SCENARIOS.find(({ id }) => id === 'error');
  const { bodyFile, ingest } = await prepare({ scenario, folder });
  try {
    const results = await takeTurns({
      subjects,
      rounds,
      rotate: true,
      measure: async (subject, round) => {
        const work = join(folder, `${subject.id}-${round}`);
        const context = contextFor({ subject, folder: work });
        const figures = subject.fault
          ? { problems: [subject.fault] }
          : await measure({ subject, context, scenario, ingest, bodyFile, seconds, warmUpSeconds });
        rmSync(work, { recursive: true, force: true });
        console.log(
          `${subject.id.padEnd(10)} ${number(figures.requestsPerSecond)} req/s, CPU ${number(figures.cpuMicroseconds)} µs, RSS ${number(figures.peakRssBytes / 1e6)} MB ${figures.problems.join('; ')}`,
        );
        return figures;
      },
    });
    return {
      rounds,
      seconds,
      versions: Object.fromEntries(
        subjects.filter((one) => one !== INGEST).map(({ id, version }) => [id, version ?? 'not installed']),
      ),
      rows: subjects.map(({ id }) => ({ id, ...summarise(results[id]) })),
    };
  } finally {
    await ingest.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function conclude({ rows, rounds, seconds }) {
  const runtimes = rows.filter(({ id }) => id !== INGEST.id);
  const ingest = rows.find(({ id }) => id === INGEST.id);
  const fastest = Math.max(...runtimes.map(({ requestsPerSecond }) => requestsPerSecond));
  const cells = ({ requestsPerSecond, p50Ms, p99Ms, cpuMicroseconds, peakRssBytes }) => [
    number(requestsPerSecond),
    number(p50Ms, 1),
    number(p99Ms, 1),
    number(cpuMicroseconds),
    number(peakRssBytes / 1e6),
  ];
  const drawn = (value, digits) =>
    runtimes.map((row) => ({
      label: row.id,
      ours: true,
      value: value(row),
      print: number(value(row), digits),
    }));
  return {
    title: 'The tunnel on each runtime',
    command: 'node tools/bench/runtimes/run.mjs',
    bars: [
      judge({
        measure: 'envelopes a second of the fastest runtime ÷ those of the ingest alone',
        where: 'Error envelope, 4.3 KB',
        value: fastest / ingest?.requestsPerSecond,
        most: MOST_OF_INGEST,
        print: inUnit('×', 2),
        isFaulty: rows.some(({ problems }) => problems.length > 0),
      }),
    ],
    sections: [
      {
        title: `Error envelope, 4.3 KB: medians of ${rounds} rounds of ${seconds} s`,
        parts: [
          table(
            ['runtime', 'envelopes/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'peak RSS MB'],
            rows.map((row) => [row === ingest ? INGEST.label : `**${row.id}**`, ...cells(row)]),
          ),
          remarks(rows.flatMap(({ id, problems }) => problems.map((problem) => `${id}: ${problem}`))),
        ],
      },
    ],
    panels: [
      {
        title: 'Processor time of an envelope of 4.3 KB',
        axis: 'µs',
        bars: drawn(({ cpuMicroseconds }) => cpuMicroseconds),
      },
      {
        title: 'The most memory under this load',
        axis: 'MB',
        bars: drawn(({ peakRssBytes }) => peakRssBytes / 1e6),
      },
    ],
  };
}

await runSuite({
  name: 'runtimes',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  help: HELP,
  options: ['only', 'rounds', 'seconds', 'warm-up'],
  read,
  run,
  conclude,
});
