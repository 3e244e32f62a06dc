// The figures that matter most as one SVG.
// eslint-disable-next-line @nx/enforce-module-boundaries -- no package, so a path is the only way to it
import { drawBarChart } from '../bar-chart.mjs';
// eslint-disable-next-line @nx/enforce-module-boundaries -- as above
import { number } from '../document.mjs';
import { SUBJECTS } from './subjects.mjs';

const PANELS = [
  {
    scenario: 'error',
    title: 'CPU for one error envelope of 4.3 KB',
    axis: 'microseconds of the whole process tree; less is better',
    valueOf: ({ cpuMicroseconds }) => cpuMicroseconds,
    unit: 'µs',
  },
  {
    scenario: 'large-16',
    title: 'Peak memory while 16 clients send 20 MB each',
    axis: 'megabytes resident in the whole process tree; less is better',
    valueOf: ({ peakRssBytes }) => peakRssBytes / 1e6,
    unit: 'MB',
  },
];

function barOf({ subject: { label, ours }, row, valueOf, unit }) {
  if (!row.completed) return { label, ours, value: 0, print: 'none completed' };
  const value = valueOf(row);
  return { label, ours, value, print: `${number(value)} ${unit}${row.failedRounds > 0 ? ' (!)' : ''}` };
}

/** The chart of a run's rows, by scenario and subject: the least first, and last those that completed nothing. */
export const drawChart = (rows) =>
  drawBarChart({
    title: 'What a tunnel costs',
    source: 'tunnel.md',
    panels: PANELS.filter(({ scenario }) => rows[scenario]).map(
      ({ scenario, title, axis, valueOf, unit }) => ({
        title,
        axis,
        bars: SUBJECTS.filter(({ id }) => rows[scenario][id] && id !== 'no-tunnel')
          .map((subject) => barOf({ subject, row: rows[scenario][subject.id], valueOf, unit }))
          .sort((a, b) => (a.value || Infinity) - (b.value || Infinity)),
      }),
    ),
  });
