// Turns the rounds of a run into the rows, bars and chart of docs/benchmarks/tunnel.md.
import { inUnit, judge, nameOf, number, remarks, table } from '../report.mjs';
import { median } from '../suite.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { SUBJECTS } from './subjects.mjs';

const FIGURES = ['requestsPerSecond', 'p50Ms', 'p99Ms', 'cpuMicroseconds', 'peakRssBytes'];

/** One row from the rounds of one subject under one scenario. Problems of any round are kept, with its number. */
export function summarise(rounds) {
  const figures = Object.fromEntries(
    FIGURES.map((name) => [name, median(rounds.map((round) => round[name]))]),
  );
  const problems = rounds.flatMap((round, index) =>
    round.problems.map((problem) => (rounds.length > 1 ? `round ${index + 1}: ${problem}` : problem)),
  );
  return {
    ...figures,
    rounds,
    completed: figures.requestsPerSecond > 0,
    failedRounds: rounds.filter(({ problems: each }) => each.length > 0).length,
    remarks: [...new Set([...rounds.flatMap(({ notes }) => notes), ...problems])],
  };
}

const CPU = { figure: 'cpuMicroseconds', of: 'CPU', print: inUnit('µs', 1) };
const RATE = { figure: 'requestsPerSecond', of: 'requests/s', print: number };
const RSS = { figure: 'peakRssBytes', of: 'peak RSS', print: (bytes) => inUnit('MB', 1)(bytes / 1e6) };

/**
 * The bars. With `against`, the bar is a multiple of that subject's figure in the same round, and the median of the
 * rounds counts; otherwise it is absolute in the figure's own unit.
 */
const BARS = [
  { scenario: 'error', subject: 'standalone', ...CPU, most: 1.2, against: 'undici-forwarder' },
  { scenario: 'error', subject: 'standalone', ...CPU, most: 0.6, against: 'http-proxy' },
  { scenario: 'error', subject: 'standalone', ...CPU, most: 0.15, against: 'sentry-core' },
  { scenario: 'error', subject: 'standalone', ...CPU, most: 0.2, against: 'next-rewrites' },
  // 55 µs if nginx takes 17.
  { scenario: 'error', subject: 'standalone', ...CPU, most: 3.24, against: 'nginx', isAim: true },
  { scenario: 'error', subject: 'next-intercept', ...CPU, most: 0.3, against: 'next-rewrites' },
  { scenario: 'error', subject: 'next-intercept', ...CPU, most: 0.06, against: 'next-sentry-route' },
  { scenario: 'large-16', subject: 'standalone', ...RATE, least: 1, against: 'http-proxy' },
  { scenario: 'large-16', subject: 'standalone', ...RSS, most: 120e6 },
  { scenario: 'large-64', subject: 'standalone', ...RSS, most: 200e6 },
  { scenario: 'limited', subject: 'standalone', ...CPU, most: 1.3, against: 'bare-limit' },
  { scenario: 'limited', subject: 'standalone', ...CPU, most: 35, isAim: true },
];

const labelOf = (all, wanted) => all.find(({ id }) => id === wanted).label;

/** One value for each round: the subject's figure, or its ratio to the control's in the same round. */
function valuesOf({ row, control, figure, against }) {
  if (!row?.completed || (against && !control?.completed)) return [];
  return row.rounds
    .map((round, index) => round[figure] / (against ? control.rounds[index][figure] : 1))
    .filter(Number.isFinite);
}

function judgeBar(rows, { scenario, subject, figure, of, against, print, ...bar }) {
  const row = rows[scenario]?.[subject];
  const values = valuesOf({ row, control: rows[scenario]?.[against], figure, against });
  const shown = against ? inUnit('×', 2) : print;
  return judge({
    measure: `${labelOf(SUBJECTS, subject)}: ${of}${against ? ` ÷ ${labelOf(SUBJECTS, against)}` : ''}`,
    where: labelOf(SCENARIOS, scenario),
    value: median(values),
    spread: values.map(shown).join(', '),
    print: shown,
    // A subject that lost requests, or ran with less than its configuration, passes nothing.
    isFaulty: row !== undefined && row.remarks.length > 0,
    ...bar,
  });
}

const milliseconds = (value) => number(value, value < 10 ? 2 : 0);

function subjectRow({ subject, row, reference }) {
  const name = nameOf(subject);
  if (!row.completed) return [name, 'none completed', '–', '–', '–', '–', number(row.peakRssBytes / 1e6)];
  return [
    name,
    `${number(row.requestsPerSecond)}${row.failedRounds > 0 ? ' (!)' : ''}`,
    milliseconds(row.p50Ms),
    milliseconds(row.p99Ms),
    number(row.cpuMicroseconds, row.cpuMicroseconds < 100 ? 1 : 0),
    subject.start ? number(row.cpuMicroseconds / reference?.cpuMicroseconds, 2) : '–',
    number(row.peakRssBytes / 1e6),
  ];
}

function sectionOf({ label, about }, rows) {
  const present = SUBJECTS.filter(({ id }) => rows[id]).map((subject) => ({
    subject,
    row: rows[subject.id],
  }));
  return {
    title: label,
    parts: [
      about,
      table(
        ['subject', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'CPU ÷ standalone', 'peak RSS MB'],
        present.map((each) => subjectRow({ ...each, reference: rows.standalone })),
      ),
      remarks(
        present
          .filter(({ row }) => row.remarks.length > 0)
          .map(({ subject, row }) => `${subject.label}: ${row.remarks.join('; ')}`),
      ),
    ],
  };
}

const PANELS = [
  {
    scenario: 'error',
    title: 'CPU for one error envelope of 4.3 KB',
    axis: 'microseconds of the whole process tree; less is better',
    ...CPU,
  },
  {
    scenario: 'large-16',
    title: 'Peak memory while 16 clients send 20 MB each',
    axis: 'megabytes resident in the whole process tree; less is better',
    ...RSS,
  },
];

function chartBar({ label, ours }, row, { figure, print }) {
  if (!row.completed) return { label, ours, value: 0, print: 'none completed' };
  return {
    label,
    ours,
    value: row[figure],
    print: `${print(row[figure])}${row.failedRounds > 0 ? ' (!)' : ''}`,
  };
}

/** In ascending order, and last those that completed nothing. */
const panelOf = (panel, rows) => ({
  ...panel,
  bars: SUBJECTS.filter(({ id, start }) => rows[id] && start)
    .map((subject) => chartBar(subject, rows[subject.id], panel))
    .sort((a, b) => (a.value || Infinity) - (b.value || Infinity)),
});

/** The document of a run's rows, by scenario and subject. */
export const conclude = ({ rows, rounds, seconds, warmUpSeconds }) => ({
  title: 'The tunnel beside its peers',
  command: `npm run bench:tunnel -- --rounds ${rounds} --seconds ${seconds} --warm-up ${warmUpSeconds}`,
  bars: BARS.map((bar) => judgeBar(rows, bar)),
  sections: SCENARIOS.filter(({ id }) => rows[id]).map((scenario) => sectionOf(scenario, rows[scenario.id])),
  panels: PANELS.filter(({ scenario }) => rows[scenario]).map((panel) =>
    panelOf(panel, rows[panel.scenario]),
  ),
});
