// Turns the loads of each visit into the rows, bars and chart of docs/benchmarks/client.md.
import { createRandom } from '../../src/random.mjs';
import { inUnit, judge, nameOf, number, remarks, table } from '../report.mjs';
import { median, quantile } from '../suite.mjs';
import { MOMENTS, VARIANTS, VISITS } from './variants.mjs';

const FIGURES = ['mainThread', 'blocking', 'scriptBytes', 'requests'];
const RESAMPLINGS = 2_000;
const CONFIDENCE = 0.95;

/**
 * Compares a visit's median with the other's: their ratio, and the interval that contains 95 of 100 resamplings of the
 * rounds (bootstrap; a round keeps its loads of both, because a slow period of the machine affects both).
 */
function compare(numbers, others) {
  const random = createRandom(1);
  const ratios = Array.from({ length: RESAMPLINGS }, () => {
    const rounds = numbers.map(() => Math.floor(random() * numbers.length));
    return median(rounds.map((round) => numbers[round])) / median(rounds.map((round) => others[round]));
  });
  return {
    ratio: median(numbers) / median(others),
    low: quantile(ratios, (1 - CONFIDENCE) / 2),
    high: quantile(ratios, (1 + CONFIDENCE) / 2),
  };
}

/** One row for each visit. `loads` is by visit, a load for each round; all times are in milliseconds. */
function summarise({ loads, firstLoads }) {
  const figuresOf = (id, figure) => loads[id].map((load) => load[figure]);
  const rowOf = ({ id, of }) => ({
    firstLoad: firstLoads[of].scriptBytes - firstLoads.none.scriptBytes,
    document: firstLoads[of].htmlBytes - firstLoads.none.htmlBytes,
    ...Object.fromEntries(
      FIGURES.map((figure) => {
        const middle = median(figuresOf(id, figure));
        return [
          figure,
          {
            median: middle,
            added: middle - median(figuresOf('none', figure)),
            against: compare(figuresOf(id, figure), figuresOf('none', figure)),
          },
        ];
      }),
    ),
  });
  return Object.fromEntries(VISITS.map((visit) => [visit.id, rowOf(visit)]));
}

/** The minimum number of errors for a statement about 99 in 100. */
const MIN_THROWN = 100;
const LEAST_DELIVERED = 99;

const inKilobytes = { print: (bytes) => `${number(bytes / 1_000, 1)} KB` };
const inTimes = { print: inUnit('×', 2) };
const ofOurs = (id) => VISITS.find((visit) => visit.id === id).label;

function judgeTime(rows, id, most) {
  const { ratio, low, high } = rows[id].mainThread.against;
  return judge({
    where: ofOurs(id),
    measure: 'main thread ÷ no monitoring',
    value: ratio,
    most,
    spread: `${number(low, 2)}–${number(high, 2)}`,
    unmeasured: low <= most && most < high ? 'the interval contains the bar' : undefined,
    ...inTimes,
  });
}

function judgeBars(rows, { thrown, delivered }) {
  const bytes = (id, measure, value, most) =>
    judge({ where: ofOurs(id), measure, value, most, ...inKilobytes });
  return [
    bytes('nothing', 'first load, added', rows.nothing.firstLoad, 4_300),
    bytes('nothing', 'scripts in the end, added', rows.nothing.scriptBytes.added, 26_000),
    bytes('sampled', 'scripts in the end, added', rows.sampled.scriptBytes.added, 84_000),
    bytes('error', 'scripts in the end, added', rows.error.scriptBytes.added, 84_000),
    judge({
      where: ofOurs('nothing'),
      measure: 'requests, added',
      value: rows.nothing.requests.added,
      most: 1,
      print: number,
    }),
    judgeTime(rows, 'nothing', 1.08),
    judgeTime(rows, 'sampled', rows.tracing.mainThread.against.ratio),
    judge({
      where: 'Adit',
      measure: 'errors delivered, tab closed 50 ms later',
      value: (100 * delivered) / thrown,
      least: LEAST_DELIVERED,
      print: inUnit('%'),
      spread: `${delivered} of ${thrown}`,
      unmeasured: thrown < MIN_THROWN ? `${thrown} errors` : undefined,
    }),
  ];
}

/** Adding 0 makes a zero of a negative one. */
const kilobytes = (bytes) => number(Math.round(bytes / 100) / 10 + 0, 1);
const times = ({ ratio, low, high }) => `${number(ratio, 2)} (${number(low, 2)}–${number(high, 2)})`;

const weights = (rows) =>
  table(
    [
      'visit',
      'first load, added KB',
      'document, added KB',
      'scripts in the end, added KB',
      'requests, added',
    ],
    VISITS.map((visit) => {
      const { firstLoad, document, scriptBytes, requests } = rows[visit.id];
      return [
        nameOf(visit),
        kilobytes(firstLoad),
        kilobytes(document),
        kilobytes(scriptBytes.added),
        number(requests.added),
      ];
    }),
  );

const work = (rows) =>
  table(
    ['visit', 'main thread ms', '÷ no monitoring', 'blocking time ms', '÷ no monitoring'],
    VISITS.map((visit) => {
      const { mainThread, blocking } = rows[visit.id];
      return [
        nameOf(visit),
        number(mainThread.median),
        times(mainThread.against),
        number(blocking.median),
        times(blocking.against),
      ];
    }),
  );

const SENDERS = VARIANTS.filter(({ sends }) => sends);

const deliveries = (delivery) =>
  table(
    ['page', ...MOMENTS.map(({ label }) => label)],
    SENDERS.map((variant) => [
      nameOf(variant),
      ...MOMENTS.map(({ id }) => {
        const { thrown, delivered, duplicates } = delivery[variant.id][id];
        return `${delivered} of ${thrown}${duplicates > 0 ? `, ${duplicates} twice` : ''}`;
      }),
    ]),
  );

const problemsOf = ({ loads, delivery }) => [
  ...VISITS.flatMap(({ id, label }) =>
    loads[id].flatMap(({ problems }) => problems).map((problem) => `${label}: ${problem}`),
  ),
  ...SENDERS.flatMap(({ id, label }) =>
    Object.values(delivery[id])
      .flatMap(({ problems }) => problems)
      .map((problem) => `${label}: ${problem}`),
  ),
];

const PANELS = [
  {
    title: 'JavaScript added, in the end',
    axis: 'KB (1,000 bytes) as the browser receives it; less is better',
    wanted: ({ of }) => of !== 'none',
    valueOf: ({ scriptBytes }) => scriptBytes.added / 1_000,
    print: inUnit('KB', 1),
  },
  {
    title: 'Main thread, CPU slowed down four times',
    axis: 'milliseconds of processor time until the page rests, median; less is better',
    wanted: () => true,
    valueOf: ({ mainThread }) => mainThread.median,
    print: inUnit('ms'),
  },
];

const panelOf = (rows, { wanted, valueOf, print, ...panel }) => ({
  ...panel,
  bars: VISITS.filter(wanted).map(({ id, label, ours = false }) => {
    const value = valueOf(rows[id]);
    return { label, ours, value, print: print(value) };
  }),
});

/** The document of a run. */
export function conclude({ rounds, repetitions, closed, ...results }) {
  const rows = summarise(results);
  return {
    title: 'What monitoring costs the page',
    command: `npm run bench:client -- --loads ${rounds} --repetitions ${repetitions} --closed ${closed}`,
    bars: judgeBars(rows, results.delivery.whole.closed),
    sections: [
      { title: 'All of Adit', parts: [weights(rows)] },
      { title: 'Work of the main thread', parts: [work(rows)] },
      {
        title: 'Errors delivered',
        parts: [deliveries(results.delivery), remarks([...new Set(problemsOf(results))])],
      },
    ],
    panels: PANELS.map((panel) => panelOf(rows, panel)),
  };
}
