// docs/benchmarks/tunnel.md, from the rows of a run.
// eslint-disable-next-line @nx/enforce-module-boundaries -- no package, so a path is the only way to it
import { number } from '../document.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { SUBJECTS } from './subjects.mjs';

const milliseconds = (value) => number(value, value < 10 ? 2 : 0);
const labelOf = (id) => SUBJECTS.find((subject) => subject.id === id).label;

const table = (head, rows, align) =>
  [head, align, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const ALIGN = { left: ':--', right: '--:' };

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

const barTable = (bars) =>
  table(['measure', 'load', 'bar', 'measured', 'verdict'], bars.map(barRow), [
    ALIGN.left,
    ALIGN.left,
    ALIGN.left,
    ALIGN.right,
    ALIGN.left,
  ]);

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
      [ALIGN.left, ...Array.from({ length: 6 }, () => ALIGN.right)],
    ),
    remarks.length > 0 ? `Remarks:\n\n${remarks.join('\n')}` : '',
    id === 'error' ? '![CPU and memory of each subject, drawn](tunnel.svg)' : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

const METHOD = `- Each figure is a fresh process tree: started, answered once, warmed up, then loaded. Rounds are interleaved, and the
  median counts, so a slow spell of the machine meets everyone.
- The load is wrk with one thread and keep-alive, with the headers a browser sends; the ingest is nginx with one worker,
  which reads the whole body and answers 200 with \`{}\`. Both run on the same cores as the subject.
- **CPU** is user and system time of the subject's whole process tree from /proc, by envelope the ingest received, at
  saturation. The kernel's share of the subject's sockets is in it; wrk's and the ingest's are not. At saturation a wake-up
  of the event loop serves several requests, as it does for all; the table at a fixed rate shows the cost without that.
- **Peak RSS** is the sum of each process's highest resident set; memory that processes share counts for each.
- Whatever was answered 2xx has to be in the ingest's access log, whole; whatever is not is a remark, and \`(!)\` marks
  the row. A bar is passed only by a row without remarks.
- **bare core** calls \`tunnel.fetch\` with Request objects in one process, which creates both the requests and the load,
  so its CPU includes making a \`Request\` and reading a \`Response\`.
- **http-proxy** gets an agent that keeps connections to the ingest; without, it opens one for each request.
  **@fastify/http-proxy** gets fastify's body parsers taken away: with them, \`text/plain\` is read as UTF-8, and a
  binary envelope is refused or broken.
- **Next rewrites** are those \`tunnelRoute\` of @sentry/nextjs makes, with its own test switch pointing them at the local
  ingest instead of sentry.io. The Sentry SDK does not run in these Next processes, which favours the peers.
- Where the CPU goes: \`node tools/bench/tunnel/profile.mjs --subject standalone\` lists functions by their own time.`;

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
(${machine.model}), everything on the loopback interface. Absolute figures drift from machine to machine; the ratios within
one run are what counts. Bold rows are this repository's.

${versionList}

## Bars

${barTable(bars)}

${sections.join('\n\n')}

## How it is measured

${METHOD}
`;
}
