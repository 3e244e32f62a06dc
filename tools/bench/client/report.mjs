// Turns the loads of each variant into the rows, bars and chart of docs/benchmarks/client.md.
import { createRandom } from '../../src/random.mjs';
import { inUnit, judge, nameOf, number, remarks, table } from '../report.mjs';
import { median, quantile } from '../suite.mjs';
import { MOMENTS, VARIANTS } from './variants.mjs';

const FIGURES = ['blocking', 'blockingEver', 'lcp', 'mainThread', 'scriptBytes'];
const RESAMPLINGS = 2_000;
const CONFIDENCE = 0.95;

/**
 * Compares a variant's median with the other's: their ratio, and the interval that contains 95 of 100 resamplings of
 * the rounds (bootstrap; a round keeps its loads of both variants, because a slow period of the machine affects both).
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

/** One row for each variant. `loads` is by variant, a load for each round; all times are in milliseconds. */
function summarise({ loads, firstLoads, delivery }) {
  const spread = (id, figure) => {
    const numbers = loads[id].map((load) => load[figure]);
    const others = loads.none.map((load) => load[figure]);
    return {
      median: median(numbers),
      low: quantile(numbers, 0.25),
      high: quantile(numbers, 0.75),
      ...(id !== 'none' && { against: compare(numbers, others) }),
    };
  };
  return Object.fromEntries(
    VARIANTS.filter(({ id }) => loads[id]).map(({ id }) => [
      id,
      {
        firstLoad: firstLoads[id],
        added: firstLoads[id].scriptBytes - firstLoads.none.scriptBytes,
        ...Object.fromEntries(FIGURES.map((figure) => [figure, spread(id, figure)])),
        delivery: delivery[id],
        problems: [
          ...new Set([
            ...loads[id].flatMap(({ problems }) => problems),
            ...Object.values(delivery[id] ?? {}).flatMap(({ problems }) => problems),
          ]),
        ],
      },
    ]),
  );
}

const TIMES = [
  { figure: 'blocking', measure: 'total blocking time ÷ no monitoring', most: 1.03 },
  { figure: 'lcp', measure: 'largest contentful paint ÷ no monitoring', most: 1.03 },
];
const MOST_ADDED_BYTES = 2_000;
const LEAST_DELIVERED = 99;
/** The minimum number of errors for a statement about 99 in 100. */
const MIN_THROWN = 100;
/** The minimum number of loads for a measurement. */
const MIN_LOADS = 15;

function judgeTime({ row, control, rounds, figure, ...bar }) {
  const { ratio, low, high } = row[figure].against;
  const noise = Math.abs(control[figure].against.ratio - 1);
  const tooFew = rounds < MIN_LOADS ? `${rounds} loads` : undefined;
  return judge({
    value: ratio,
    spread: `${number(low, 3)}–${number(high, 3)}, noise ${number(100 * noise, 1)} %`,
    print: inUnit('×', 3),
    unmeasured: tooFew ?? (noise > bar.most - 1 ? 'the control differs by more' : undefined),
    ...bar,
  });
}

/** Every bar for each variant of ours. A page that failed to load or to report passes none. */
const judgeBars = (rows, rounds) =>
  VARIANTS.filter(({ id, ours }) => ours && rows[id]).flatMap(({ id, label }) => {
    const row = rows[id];
    const about = { where: label, isFaulty: row.problems.length > 0 };
    const { thrown, delivered } = row.delivery.closed;
    return [
      judge({
        measure: 'first-load JavaScript added',
        value: row.added,
        most: MOST_ADDED_BYTES,
        print: inUnit('B'),
        ...about,
      }),
      ...TIMES.map((bar) => judgeTime({ row, control: rows.control, rounds, ...bar, ...about })),
      judge({
        measure: 'errors delivered, tab closed 50 ms later',
        value: (100 * delivered) / thrown,
        least: LEAST_DELIVERED,
        print: inUnit('%'),
        spread: `${delivered} of ${thrown}`,
        unmeasured: thrown < MIN_THROWN ? `${thrown} errors` : undefined,
        ...about,
      }),
    ];
  });

const kilobytes = (bytes) => number(bytes / 1_000, 1);
const times = ({ ratio, low, high }) => `${number(ratio, 2)} (${number(low, 2)}–${number(high, 2)})`;
const range = ({ median: middle, low, high }) => `${number(middle)} (${number(low)}–${number(high)})`;

const rowsOf = (rows, cellsOf, wanted = () => true) =>
  VARIANTS.filter((variant) => rows[variant.id] && wanted(variant)).map((variant) => [
    nameOf(variant),
    ...cellsOf(rows[variant.id], variant),
  ]);

const sizes = (rows) =>
  table(
    ['page', 'first load KB', 'added KB', 'document KB', 'scripts in the end KB', 'added KB'],
    rowsOf(
      rows,
      ({ firstLoad, added, scriptBytes }) => [
        kilobytes(firstLoad.scriptBytes),
        kilobytes(added),
        kilobytes(firstLoad.htmlBytes),
        kilobytes(scriptBytes.median),
        kilobytes(scriptBytes.median - rows.none.scriptBytes.median),
      ],
      ({ id }) => id !== 'control',
    ),
  );

const loading = (rows, titles) =>
  table(
    ['page', ...Object.values(titles).flatMap((title) => [`${title} ms`, '÷ no monitoring'])],
    rowsOf(rows, (row) =>
      Object.keys(titles).flatMap((figure) => [
        range(row[figure]),
        row[figure].against ? times(row[figure].against) : '',
      ]),
    ),
  );

const deliveries = (rows) =>
  table(
    ['page', ...MOMENTS.map(({ label }) => label)],
    rowsOf(
      rows,
      ({ delivery }) =>
        MOMENTS.map(({ id }) => {
          const { thrown, delivered, duplicates } = delivery[id];
          return `${delivered} of ${thrown}${duplicates > 0 ? `, ${duplicates} twice` : ''}`;
        }),
      ({ sends }) => sends,
    ),
  );

const PANELS = [
  {
    title: 'JavaScript added to the first load',
    axis: 'KB (1,000 bytes) after gzip -9; less is better',
    wanted: ({ id }) => id !== 'none' && id !== 'control',
    valueOf: ({ added }) => added / 1_000,
    print: inUnit('KB', 1),
  },
  {
    title: 'Total blocking time, CPU slowed down four times',
    axis: 'milliseconds beyond 50 of each long task until the page is interactive, median; less is better',
    valueOf: ({ blocking }) => blocking.median,
    print: inUnit('ms'),
  },
  {
    title: 'Blocking time, ever',
    axis: 'the same until nothing happens any more, a late SDK included; less is better',
    valueOf: ({ blockingEver }) => blockingEver.median,
    print: inUnit('ms'),
  },
  {
    title: 'Errors delivered when the tab is closed 50 ms later',
    axis: 'per cent of those thrown as the page starts; more is better',
    wanted: ({ sends }) => sends,
    valueOf: ({ delivery: { closed } }) => (100 * closed.delivered) / closed.thrown,
    most: 100,
    print: inUnit('%'),
  },
];

const panelOf = (rows, { wanted = () => true, valueOf, print, ...panel }) => ({
  ...panel,
  bars: VARIANTS.filter((variant) => rows[variant.id] && wanted(variant)).map(({ id, label, ours }) => {
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
    bars: judgeBars(rows, rounds),
    sections: [
      { title: 'Bytes', parts: [sizes(rows)] },
      {
        title: 'Loading',
        parts: [
          loading(rows, { blocking: 'total blocking time', lcp: 'largest contentful paint' }),
          loading(rows, { blockingEver: 'blocking time, ever', mainThread: 'main thread' }),
        ],
      },
      {
        title: 'Errors delivered',
        parts: [
          deliveries(rows),
          remarks(
            VARIANTS.flatMap(({ id, label }) =>
              (rows[id]?.problems ?? []).map((problem) => `${label}: ${problem}`),
            ),
          ),
        ],
      },
    ],
    panels: PANELS.map((panel) => panelOf(rows, panel)),
  };
}
