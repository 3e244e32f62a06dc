// From the rounds of a measurement to one row, and from rows to the verdict on each bar.

/* eslint-disable-next-line @nx/enforce-module-boundaries -- it is no package, so a path is the only way to it */
import { median } from '../suite.mjs';

const FIGURES = ['requestsPerSecond', 'p50Ms', 'p99Ms', 'cpuMicroseconds', 'peakRssBytes'];

/** One row out of the rounds of one subject under one scenario. What went wrong in any round is kept, with its round. */
export function summarise(rounds) {
  const figures = Object.fromEntries(
    FIGURES.map((name) => [name, median(rounds.map((round) => round[name]))]),
  );
  const remarks = rounds.flatMap(({ problems }, index) =>
    problems.map((problem) => (rounds.length > 1 ? `round ${index + 1}: ${problem}` : problem)),
  );
  return {
    ...figures,
    rounds,
    completed: figures.requestsPerSecond > 0,
    failedRounds: rounds.filter(({ problems }) => problems.length > 0).length,
    remarks: [...new Set([...rounds.flatMap(({ notes }) => notes), ...remarks])],
  };
}

const CPU = { figure: 'cpuMicroseconds', of: 'CPU' };
const RATE = { figure: 'requestsPerSecond', of: 'requests/s' };
const RSS = { figure: 'peakRssBytes', of: 'peak RSS' };

/**
 * The bars. With `against`, the bar is a multiple of that subject's figure in the same round, and the median of the rounds
 * counts; without, it is absolute in the figure's own unit. An aim is no bar.
 */
const BARS = [
  { scenario: 'error', subject: 'standalone', ...CPU, most: 1.2, against: 'undici-forwarder' },
  { scenario: 'error', subject: 'standalone', ...CPU, most: 0.6, against: 'http-proxy' },
  { scenario: 'error', subject: 'standalone', ...CPU, most: 0.15, against: 'sentry-core' },
  { scenario: 'error', subject: 'standalone', ...CPU, most: 0.2, against: 'next-rewrites' },
  // 55 µs where nginx is at 17.
  { scenario: 'error', subject: 'standalone', ...CPU, most: 3.24, against: 'nginx', aim: true },
  { scenario: 'error', subject: 'next-intercept', ...CPU, most: 0.3, against: 'next-rewrites' },
  { scenario: 'error', subject: 'next-intercept', ...CPU, most: 0.06, against: 'next-sentry-route' },
  { scenario: 'large-16', subject: 'standalone', ...RATE, least: 1, against: 'http-proxy' },
  { scenario: 'large-16', subject: 'standalone', ...RSS, most: 120e6 },
  { scenario: 'large-64', subject: 'standalone', ...RSS, most: 200e6 },
  { scenario: 'limited', subject: 'standalone', ...CPU, most: 1.3, against: 'bare-limit' },
  { scenario: 'limited', subject: 'standalone', ...CPU, most: 35, aim: true },
];

/** One value for each round: the subject's figure, or its ratio to the control's in the same round. */
function valuesOf({ row, control, bar: { figure, against } }) {
  if (!row?.completed || (against && !control?.completed)) return [];
  return row.rounds.map((round, index) => round[figure] / (against ? control.rounds[index][figure] : 1));
}

function judge({ rows, bar }) {
  const row = rows[bar.scenario]?.[bar.subject];
  const values = valuesOf({ row, control: rows[bar.scenario]?.[bar.against], bar }).filter(Number.isFinite);
  const value = median(values);
  const holds = bar.most === undefined ? value >= bar.least : value <= bar.most;
  const faultless = row?.failedRounds === 0 && row.remarks.length === 0;
  if (!Number.isFinite(value)) return { value, values, verdict: 'not measured' };
  if (!holds) return { value, values, verdict: 'fail' };
  // A subject that lost requests, or ran with less than it should, passes nothing.
  return { value, values, verdict: faultless ? 'pass' : 'fail: see the remarks' };
}

/** Every bar with the measured value, the values of all rounds and the verdict. `rows` is by scenario, then subject. */
export const judgeBars = (rows) => BARS.map((bar) => ({ ...bar, ...judge({ rows, bar }) }));
