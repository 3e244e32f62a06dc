// npm run bench:standalone: the tunnel server compared with nginx, and with other standalone tunnels that a file lists.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nameOf, number, table } from '../report.mjs';
import { choose, median, readCount, takeTurns } from '../suite.mjs';
import { buildEnvelope } from '../tunnel/envelopes.mjs';
import { measure } from '../tunnel/measure.mjs';
import { startIngest } from '../tunnel/nginx.mjs';
import { buildTunnel, requirePrograms } from '../tunnel/peers.mjs';
import { observe } from './behaviour.mjs';
import { contextFor, dsnOf, INGEST_PORT, trustIngest } from './setting.mjs';
import { measureStart } from './start-up.mjs';
import { listSubjects } from './subjects.mjs';

const HELP = `npm run bench:standalone -- [options]
  --peers file      JSON: [{"id": "mine", "label": "mine", "url": "http://127.0.0.1:8080/tunnel", "command": "A=b ./mine"}]
                    sh runs the command with DSN, and PORT of the url. SSL_CERT_FILE has the certificate of ingest, which
                    is on HTTPS. The tunnel must allow that DSN and any origin.
  --only a,b        subjects by id: nginx, undici-forwarder, standalone, and those of the file
  --parts a,b       start, error, error-200k, behaviour (all)
  --rounds n        interleaved rounds, of which the median counts (5)
  --seconds n       of load for each measurement (4), after --warm-up n (3)
  --http            ingest on HTTP, for tunnels that can do that; without the part behaviour
  --no-build        measure what is built already`;

const PARTS = ['start', 'error', 'error-200k', 'behaviour'];
const REFERENCE = 'standalone';
const CONNECTIONS = 20;
const FIGURES = ['cpuMicroseconds', 'ratio', 'peakRssBytes', 'idleBytes', 'msToListen', 'firstCpu'];

const { values } = parseArgs({
  options: {
    ...Object.fromEntries(
      ['peers', 'only', 'parts', 'rounds', 'seconds', 'warm-up'].map((name) => [name, { type: 'string' }]),
    ),
    http: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Adds the ratio to the reference in the same round. */
const summarise = (results) =>
  Object.fromEntries(
    Object.entries(results).map(([id, rounds]) => {
      const rows = rounds.map((round, index) => ({
        ...round,
        ratio: round.cpuMicroseconds / results[REFERENCE]?.[index].cpuMicroseconds,
      }));
      return [
        id,
        {
          ...Object.fromEntries(FIGURES.map((name) => [name, median(rows.map((row) => row[name]))])),
          ratios: rows.map(({ ratio }) => ratio).filter(Number.isFinite),
          remarks: [...new Set(rows.flatMap(({ problems, notes = [] }) => [...problems, ...notes]))],
        },
      ];
    }),
  );

async function measurePart({ part, subjects, rounds, seconds, warmUpSeconds, folder, tls }) {
  const kind = part === 'start' ? 'error' : part;
  const envelope = buildEnvelope(kind, dsnOf(tls));
  const bodyFile = join(folder, `${kind}.envelope`);
  writeFileSync(bodyFile, envelope);
  const ingest = await startIngest({
    folder: join(folder, 'ingest'),
    port: INGEST_PORT,
    envelopeBytes: envelope.byteLength,
    tls,
  });
  try {
    return await takeTurns({
      subjects,
      rounds,
      rotate: true,
      onRound: (round) => console.log(`\n${part}, round ${round} of ${rounds}`),
      measure: async (subject, round) => {
        const work = join(folder, `${subject.id}-${part}-${round}`);
        const context = contextFor({ subject, folder: work, tls });
        const scenario = { connections: CONNECTIONS };
        const figures =
          part === 'start'
            ? await measureStart({ subject, context })
            : await measure({ subject, scenario, ingest, context, bodyFile, seconds, warmUpSeconds });
        rmSync(work, { recursive: true, force: true });
        console.log(subject.id, JSON.stringify(figures));
        return figures;
      },
    });
  } finally {
    await ingest.stop();
  }
}

const megabytes = (bytes) => number(bytes / 1e6);
const spread = ({ ratio, ratios }) => {
  if (!Number.isFinite(ratio)) return '–';
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((value) => number(value, 2));
  return `${number(ratio, 2)} (${least}–${most})`;
};

/** The columns: a heading, the part of the run, and the content of a cell. */
const COLUMNS = [
  ['CPU ÷ ours, 4.3 KB', 'error', spread],
  ['CPU µs', 'error', (row) => number(row.cpuMicroseconds)],
  ['CPU ÷ ours, 200 KB', 'error-200k', spread],
  ['MB under load', 'error', (row) => megabytes(row.peakRssBytes)],
  ['MB idle', 'start', (row) => megabytes(row.idleBytes)],
  ['ms until it listens', 'start', (row) => number(row.msToListen)],
  ['CPU µs, first 500', 'start', (row) => number(row.firstCpu)],
];

function printFigures(subjects, rows) {
  const columns = COLUMNS.filter(([, part]) => rows[part] !== undefined);
  const cells = ({ id, ...subject }) =>
    [nameOf(subject)].concat(columns.map(([, part, show]) => show(rows[part][id])));
  console.log(`\n${table(['tunnel', ...columns.map(([heading]) => heading)], subjects.map(cells))}\n`);
}

function printBehaviour(subjects, said) {
  const labels = Object.keys(said[subjects[0].id]);
  const cells = ({ id, ...subject }) => [nameOf(subject), ...labels.map((label) => said[id][label])];
  console.log(`\n${table(['tunnel', ...labels], subjects.map(cells), labels.length + 1)}\n`);
}

function print({ subjects, rows, said }) {
  if (Object.keys(rows).length > 0) printFigures(subjects, rows);
  if (Object.keys(said).length > 0) printBehaviour(subjects, said);
  for (const [part, each] of Object.entries(rows))
    for (const [id, { remarks }] of Object.entries(each))
      if (remarks.length > 0) console.log(`- ${part}, ${id}: ${remarks.join('; ')}`);
}

async function run() {
  const subjects = choose(listSubjects(values.peers), values.only);
  const wanted = values.parts?.split(',') ?? PARTS;
  const parts = values.http ? wanted.filter((part) => part !== 'behaviour') : wanted;
  const load = {
    rounds: readCount(values, 'rounds', 5),
    seconds: readCount(values, 'seconds', 4),
    warmUpSeconds: readCount(values, 'warm-up', 3),
  };
  requirePrograms();
  if (!values['no-build']) buildTunnel();
  const folder = mkdtempSync(join(tmpdir(), 'adit-standalone-'));
  chmodSync(folder, 0o755); // nginx's worker is another user
  const tls = values.http ? undefined : trustIngest(folder);
  const [rows, said] = [{}, {}];
  for (const part of parts.filter((each) => each !== 'behaviour'))
    rows[part] = summarise(await measurePart({ part, subjects, ...load, folder, tls }));
  if (parts.includes('behaviour'))
    for (const subject of subjects) {
      let count = 0;
      const contextOf = () =>
        contextFor({ subject, folder: join(folder, `${subject.id}-probe-${(count += 1)}`), tls });
      said[subject.id] = await observe({ subject, contextOf });
      console.log(subject.id, said[subject.id]);
    }
  const results = fileURLToPath(new URL('test-output', import.meta.url));
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'results.json'), `${JSON.stringify({ rows, said, ...load }, null, 2)}\n`);
  print({ subjects, rows, said });
  rmSync(folder, { recursive: true, force: true });
}

if (values.help) console.log(HELP);
else
  await run().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
