// The figures that matter most as one SVG.
import { drawBarChart } from './shared.mjs';
import { VARIANTS } from './variants.mjs';

const PANELS = [
  {
    title: 'JavaScript added to the first load',
    axis: 'KB (1,000 bytes) after gzip -9; less is better',
    wanted: ({ id }) => id !== 'none' && id !== 'control',
    valueOf: ({ added }) => added / 1_000,
    print: (value) => `${value.toFixed(1)} KB`,
  },
  {
    title: 'Total blocking time, CPU slowed down four times',
    axis: 'milliseconds beyond 50 of each long task until the page is interactive, median; less is better',
    valueOf: ({ blocking }) => blocking.median,
    print: (value) => `${value.toFixed(0)} ms`,
  },
  {
    title: 'Blocking time, ever',
    axis: 'the same until nothing happens any more, a late SDK included; less is better',
    valueOf: ({ blockingEver }) => blockingEver.median,
    print: (value) => `${value.toFixed(0)} ms`,
  },
  {
    title: 'Errors delivered when the tab is closed 50 ms later',
    axis: 'per cent of those thrown as the page starts; more is better',
    wanted: ({ sends }) => sends,
    valueOf: ({ delivery: { closed } }) => (100 * closed.delivered) / closed.thrown,
    most: 100,
    print: (value) => `${value.toFixed(0)} %`,
  },
];

/** The chart of a run's rows, by variant. */
export const drawChart = (rows) =>
  drawBarChart({
    title: 'What monitoring costs the page',
    source: 'client.md',
    panels: PANELS.map(({ title, axis, wanted = () => true, valueOf, print, most }) => ({
      title,
      axis,
      most,
      bars: VARIANTS.filter((variant) => rows[variant.id] && wanted(variant)).map(({ id, label, ours }) => {
        const value = valueOf(rows[id]);
        return { label, ours, value, print: print(value) };
      }),
    })),
  });
