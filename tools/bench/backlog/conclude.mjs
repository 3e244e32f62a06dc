// Turns the figures of a run into the bars, tables and chart of docs/benchmarks/backlog.md.
import { inUnit, judge, number, table } from '../report.mjs';
import { ANSWER_MS, SUBJECTS } from './subjects.mjs';

const MINUTE_MS = 60_000;
/** If half of the envelopes take longer while nothing is stored, other work on the machine decides all times. */
const BUSY_MS = 2 * ANSWER_MS;
const minutesOf = ({ drainedMs = NaN } = {}) => drainedMs / MINUTE_MS;
const slowdownOf = ({ before, during } = {}) => during?.p99Ms / before?.p99Ms;

const labelOf = ({ replicas, perSecond }) =>
  `${replicas === 1 ? 'one replica' : `${replicas} replicas`}${perSecond ? `, ${perSecond} a second` : ''}`;

/** Why figures decide nothing, if there is a reason. */
function reasonAgainst({ waiting }, { waiting: waited, before }) {
  if (waited < waiting) return 'fewer waited';
  return before.p50Ms > BUSY_MS ? 'the machine was busy' : undefined;
}

function barsOf(subject, figures) {
  const where = labelOf(subject);
  const isFaulty = figures && (figures.lost > 0 || figures.during.failed > 0);
  const unmeasured = figures && reasonAgainst(subject, figures);
  const about = { where, isFaulty, unmeasured };
  if (subject.perSecond !== undefined) {
    const value = (figures?.acceptedPerSecond / subject.perSecond) * 100;
    return [
      judge({ ...about, measure: 'the limit of ingest is used', value, least: 90, print: inUnit('%') }),
    ];
  }
  return [
    judge({
      ...about,
      measure: `${number(subject.waiting)} are delivered`,
      value: minutesOf(figures),
      most: 10,
      print: inUnit('min', 1),
    }),
    judge({
      ...about,
      measure: 'new ones, 99th percentile ÷ without a backlog',
      value: slowdownOf(figures),
      most: 2,
      print: inUnit('×', 2),
    }),
    judge({
      ...about,
      measure: 'new ones that were answered 429',
      value: figures?.during.limited ?? NaN,
      most: 0,
      print: number,
    }),
  ];
}

const drainRow = (subject, figures) => [
  labelOf(subject),
  number(figures.waiting),
  inUnit('min', 1)(minutesOf(figures)),
  number(figures.waitedSeconds),
  number(figures.acceptedPerSecond),
  number(figures.mostInSecond),
  `${number(figures.refused)} (${number(figures.mostRefusedInSecond)})`,
  number(figures.lost),
  number(figures.twice),
];

const liveRow = (subject, { before, during }) => [
  labelOf(subject),
  number(during.sent),
  `${number(during.limited)}, ${number(during.failed)}`,
  `${number(before.p50Ms, 1)}, ${number(before.p99Ms, 1)}`,
  `${number(during.p50Ms, 1)}, ${number(during.p99Ms, 1)}`,
];

const costRow = (subject, { cpuMicroseconds, redisMicroseconds }) => [
  labelOf(subject),
  number(cpuMicroseconds),
  number(redisMicroseconds),
];

/** The bars, sections and panels, see `writeReport`. */
export function conclude({ found }) {
  const measured = SUBJECTS.filter(({ id }) => found[id] !== undefined);
  const rowsOf = (row) => measured.map((subject) => row(subject, found[subject.id]));
  return {
    title: 'A backlog of one project',
    command: 'npm run bench:backlog',
    bars: SUBJECTS.flatMap((subject) => barsOf(subject, found[subject.id])),
    sections: [
      {
        title: 'Delivery',
        parts: [
          `Ingest answers after ${ANSWER_MS} ms. The time begins when ingest is back, so it contains the tunnel's pause of up to a minute.`,
          table(
            [
              'replicas',
              'waiting',
              'delivered after',
              'of it pause, s',
              'accepted a second',
              'most in a second',
              '429 (most in a second)',
              'lost',
              'twice',
            ],
            rowsOf(drainRow),
          ),
        ],
      },
      {
        title: 'New envelopes beside it',
        parts: [
          table(
            ['replicas', 'sent', '429, failed', 'before: p50, p99 ms', 'during: p50, p99 ms'],
            rowsOf(liveRow),
          ),
        ],
      },
      {
        title: 'Cost of a delivery',
        parts: [table(['replicas', 'CPU of the servers, µs', 'CPU of Redis, µs'], rowsOf(costRow))],
      },
    ],
    panels: [
      {
        title: 'Until all are delivered',
        axis: 'minutes; less is better',
        bars: measured.map((subject) => {
          const value = minutesOf(found[subject.id]);
          return { label: labelOf(subject), ours: true, value, print: number(value, 1) };
        }),
      },
    ],
  };
}
