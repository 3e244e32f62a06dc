// From the loads of each variant to one row, and from rows to the verdict on each bar.
import { median } from './shared.mjs';
import { VARIANTS } from './variants.mjs';

export const TIMES = ['blocking', 'blockingEver', 'lcp', 'mainThread'];
const FIGURES = [...TIMES, 'scriptBytes'];

const RESAMPLINGS = 2_000;
const CONFIDENCE = 0.95;

/** A fixed sequence between 0 and 1, so that the same loads yield the same interval. */
function createRandom() {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The value below which that share of the numbers lies. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/**
 * How a variant's median compares with the other's: their ratio, and the interval that 95 of 100 resamplings of the rounds
 * fall into (bootstrap; a round keeps its loads of both, for a slow spell of the machine meets both).
 */
export function compare(numbers, others) {
  const random = createRandom();
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
export function summarise({ loads, firstLoads, delivery }) {
  const none = firstLoads.none;
  return Object.fromEntries(
    Object.entries(loads).map(([id, each]) => {
      const numbers = (figure) => each.map((load) => load[figure]);
      const spread = (figure) => ({
        median: median(numbers(figure)),
        low: quantile(numbers(figure), 0.25),
        high: quantile(numbers(figure), 0.75),
        ...(id !== 'none' && {
          against: compare(
            numbers(figure),
            loads.none.map((load) => load[figure]),
          ),
        }),
      });
      const row = {
        firstLoad: firstLoads[id],
        added: firstLoads[id].scriptBytes - none.scriptBytes,
        ...Object.fromEntries(FIGURES.map((figure) => [figure, spread(figure)])),
        delivery: delivery[id],
        problems: [...new Set(each.flatMap(({ problems }) => problems))],
      };
      return [id, row];
    }),
  );
}

const BARS = [
  { measure: 'first-load JavaScript added', unit: 'B', most: 2_000, valueOf: ({ added }) => added },
  { measure: 'total blocking time ÷ no monitoring', unit: '×', most: 1.03, figure: 'blocking' },
  { measure: 'largest contentful paint ÷ no monitoring', unit: '×', most: 1.03, figure: 'lcp' },
  { measure: 'errors delivered, tab closed 50 ms later', unit: '%', least: 99, moment: 'closed' },
];
/** Fewer say nothing of 99 in 100. */
const MIN_THROWN = 100;
/** Fewer are a look, not a measurement. */
const MIN_LOADS = 15;

function judgeTime({ bar, row, control, rounds }) {
  const { ratio, low, high } = row[bar.figure].against;
  const noise = Math.abs(control[bar.figure].against.ratio - 1);
  const judged = { value: ratio, low, high, noise };
  if (!Number.isFinite(ratio)) return { ...judged, verdict: 'not measured: the page alone blocks for 0 ms' };
  if (rounds < MIN_LOADS) return { ...judged, verdict: `not measured: ${rounds} loads` };
  if (noise > bar.most - 1) return { ...judged, verdict: 'not measured: the control differs by more' };
  return { ...judged, verdict: ratio <= bar.most ? 'pass' : 'fail' };
}

function judgeDelivery({ bar, row }) {
  const { thrown, delivered } = row.delivery?.[bar.moment] ?? { thrown: 0, delivered: 0 };
  const value = (100 * delivered) / thrown;
  if (thrown < MIN_THROWN) return { value, verdict: `not measured: ${thrown} errors` };
  return { value, verdict: value >= bar.least ? 'pass' : 'fail' };
}

function judge({ bar, row, control, rounds }) {
  const judged = bar.figure
    ? judgeTime({ bar, row, control, rounds })
    : bar.moment
      ? judgeDelivery({ bar, row })
      : { value: bar.valueOf(row), verdict: bar.valueOf(row) <= bar.most ? 'pass' : 'fail' };
  // A page that failed to load or to report passes nothing.
  const isFaulty = row.problems.length > 0 && judged.verdict === 'pass';
  return isFaulty ? { ...judged, verdict: 'fail: see the remarks' } : judged;
}

/** Every bar for each variant of ours, with the measured value and its verdict. */
export function judgeBars({ rows, rounds }) {
  return VARIANTS.filter(({ id, ours }) => ours && rows[id]).flatMap(({ id, label }) =>
    BARS.map(({ measure, unit, most, least, ...bar }) => ({
      variant: label,
      measure,
      unit,
      most,
      least,
      ...judge({ bar: { ...bar, most, least }, row: rows[id], control: rows.control, rounds }),
    })),
  );
}
