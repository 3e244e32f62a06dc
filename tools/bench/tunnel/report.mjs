// docs/benchmarks/tunnel.md, from the rows of a run.
// eslint-disable-next-line @nx/enforce-module-boundaries -- no package, so a path is the only way to it
import { number, table } from '../document.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { SUBJECTS } from './subjects.mjs';

const milliseconds = (value) => number(value, value < 10 ? 2 : 0);
const labelOf = (id) => SUBJECTS.find((subject) => subject.id === id).label;

function barRow({ scenario, subject, of, figure, most, least, against, aim = false, value, verdict }) {
  const unit = figure === 'peakRssBytes' ? 1e-6 : 1;
  const unitName = { cpuMicroseconds: ' µs', peakRssBytes: ' MB', requestsPerSecond: '' }[figure];
  const sign = most === undefined ? '≥' : '≤';
  const bar = against
    ? `${sign} ${most ?? least} × ${labelOf(against)}`
    : `${sign} ${number(most * unit)}${unitName}`;
  const measured = against ? `${number(value, 2)} ×` : `${number(value * unit, 1)}${unitName}`;
  const { label } = SCENARIOS.find(({ id }) => id === scenario);
  return [
    `${labelOf(subject)}: ${of}`,
    label,
    aim ? `${bar} (aim)` : bar,
    Number.isFinite(value) ? measured : '–',
    verdict.startsWith('fail') ? `**${verdict}**` : verdict,
  ];
}

const barTable = (bars) => table(['measure', 'load', 'bar', 'measured', 'verdict'], bars.map(barRow), 3);

function subjectRow({ subject: { id, label, ours }, row, reference }) {
  const name = ours ? `**${label}**` : label;
  if (!row.completed) return [name, 'none completed', '–', '–', '–', '–', number(row.peakRssBytes / 1e6)];
  return [
    name,
    `${number(row.requestsPerSecond)}${row.failedRounds > 0 ? ' (!)' : ''}`,
    milliseconds(row.p50Ms),
    milliseconds(row.p99Ms),
    number(row.cpuMicroseconds, row.cpuMicroseconds < 100 ? 1 : 0),
    id === 'no-tunnel' ? '–' : number(row.cpuMicroseconds / reference?.cpuMicroseconds, 2),
    number(row.peakRssBytes / 1e6),
  ];
}

function scenarioSection({ scenario: { id, label, about }, rows }) {
  const present = SUBJECTS.filter((subject) => rows[subject.id]);
  const reference = rows.standalone;
  const remarks = present
    .filter((subject) => rows[subject.id].remarks.length > 0)
    .map((subject) => `- ${subject.label}: ${rows[subject.id].remarks.join('; ')}`);
  return [
    `## ${label}`,
    about,
    table(
      ['subject', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'CPU ÷ standalone', 'peak RSS MB'],
      present.map((subject) => subjectRow({ subject, row: rows[subject.id], reference })),
    ),
    remarks.length > 0 ? `Remarks:\n\n${remarks.join('\n')}` : '',
    id === 'error' ? '![CPU and memory of each subject, drawn](tunnel.svg)' : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

const METHOD = `- For each figure, a fresh process tree is started, answers one request, warms up and is then loaded. Rounds are
  interleaved, so that a slow phase of the machine affects all subjects. The figures are medians.
- The load comes from wrk with one thread, keep-alive and a browser's headers. The ingest is nginx with one worker. It
  reads the whole body and answers 200 with \`{}\`. Both run on the same cores as the subject.
- **CPU** is the user and system time of the subject's process tree, from /proc, for each envelope that the ingest
  received, at saturation. It includes the kernel's time for the subject's sockets, but not wrk or the ingest. At
  saturation, one turn of the event loop serves several requests. The table at a fixed rate shows the cost without that.
- **Peak RSS** is the sum of each process's highest resident set; shared memory counts for each process.
- The control of the error envelope is node:http and undici that pipe the body and the answer and check nothing; the
  control of the local answer is node:http that reads the body and answers 429. Ratios are medians of the rounds' ratios.
- Every envelope answered with 2xx must be complete in the ingest's access log. Otherwise there is a remark, and \`(!)\`
  marks the row. A row with remarks passes no bar.
- **http-proxy** has an agent with keep-alive; without it, it opens a connection for each request.
  **@fastify/http-proxy** runs without fastify's body parsers, which decode \`text/plain\` as UTF-8 and refuse or damage
  binary envelopes.
- **Next rewrites** are the rewrites of \`tunnelRoute\` in @sentry/nextjs. Its own test switch sends them to the local
  ingest instead of sentry.io. The Sentry SDK does not run in these Next processes, which favours the peers.
- \`node tools/bench/tunnel/profile.mjs --subject standalone\` lists functions by their own CPU time.`;

/** The whole document. */
export function writeReport({ rows, bars, versions, machine, rounds, seconds, warmUpSeconds }) {
  const sections = SCENARIOS.filter(({ id }) => rows[id]).map((scenario) =>
    scenarioSection({ scenario, rows: rows[scenario.id] }),
  );
  const versionList = Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(' · ');
  return `# The tunnel beside its peers

Written by \`npm run bench:tunnel -- --rounds ${rounds} --seconds ${seconds} --warm-up ${warmUpSeconds}\` on ${machine.cores} cores
(${machine.model}), everything on the loopback interface. Absolute figures depend on the machine; compare the ratios
within one run. Bold rows are this repository's.

${versionList}

## Bars

${barTable(bars)}

${sections.join('\n\n')}

## How it is measured

${METHOD}
`;
}
