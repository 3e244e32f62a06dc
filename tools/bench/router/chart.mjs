// The figures that matter most as one SVG.
import { drawBarChart, number } from './shared.mjs';

const OURS = /^(?:@adit\/|ours$)/;

const named = (rows, nameOf, valueOf, print) =>
  rows.map((row) => {
    const value = valueOf(row);
    return { label: nameOf(row), ours: OURS.test(nameOf(row)), value, print: print(value) };
  });

const NETWORKS = { 'slow-4g': 'slow 4G', unthrottled: 'unthrottled' };

const requests = (rows) =>
  rows
    .filter(({ measure }) => measure === 'prefetches')
    .flatMap(({ network, page, alone, governed }) => {
      const where = `${page} page, ${NETWORKS[network]}`;
      return [
        { label: `Next alone, ${where}`, value: alone.median, print: number(alone.median) },
        { label: `governed, ${where}`, ours: true, value: governed.median, print: number(governed.median) },
      ];
    });

/** The chart of a run. */
export const drawChart = ({ sizes, scheduling, reloads, nextLinks }) =>
  drawBarChart({
    title: 'The router beside its peers',
    source: 'router.md',
    panels: [
      {
        title: 'A page of 500 links in Next 16.4',
        axis: 'prefetch requests at the server in the first ten seconds, median; less is better',
        bars: requests(nextLinks),
      },
      {
        title: 'Reloads when storage throws and a chunk stays away',
        axis: 'in 20 failures; one is enough, none leaves a broken page that a reload would mend',
        most: 20,
        bars: named(
          reloads.filter(({ mode }) => mode === 'throws'),
          ({ guard }) => guard,
          (row) => row.reloads,
          number,
        ),
      },
      {
        title: 'Scheduling 10,000 links in Node',
        axis: 'milliseconds, median; less is better. What each of them does differs: see the table',
        bars: named(
          scheduling.filter(({ subject }) => !subject.startsWith('TanStack')),
          ({ subject }) => subject,
          ({ medianMs }) => medianMs,
          (value) => `${number(value, 1)} ms`,
        ),
      },
      {
        title: 'Size of an entry, everything it exports',
        axis: 'bytes after gzip -9; less is better',
        bars: named(
          sizes,
          ({ entry }) => entry,
          ({ bytes }) => bytes,
          (value) => `${number(value)} B`,
        ),
      },
    ],
  });
