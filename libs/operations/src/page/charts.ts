import { SERIES_LENGTH } from '../history.ts';
import type { Series } from '../server-state.ts';
import { drawChart, type Chart } from './chart.ts';
import { formatBytes, formatDuration, formatMs, formatNumber } from './format.ts';
import { markup, type Markup } from './markup.ts';

/** A line needs two values. A chart begins with the first, so that none shows a time before the server's start. */
const MIN_LENGTH = 2;

/** Draws the last hour. */
export function drawCharts({ at, stepMs, values }: Series): Markup {
  const line = (name: string, series: string) => ({ name, values: values[series] ?? [] });
  const lost = values['lost'] ?? [];
  // Since the start, at most an hour ago: losses before the first value are included in it.
  const rises = lost.map(
    (total, index) => total - (lost[index - 1] ?? (lost.length < SERIES_LENGTH ? 0 : total)),
  );
  const charts: readonly Chart[] = [
    {
      title: 'Requests a second',
      lines: [
        line('forwarded', 'forwardedPerS'),
        line('spooled', 'spooledPerS'),
        line('redelivered', 'redeliveredPerS'),
        line('refused', 'refusedPerS'),
      ],
      format: formatNumber,
    },
    {
      title: 'Answers of ingest',
      lines: [line('p50', 'ingestP50Ms'), line('p99', 'ingestP99Ms')],
      format: formatMs,
      isGapAtZero: true,
    },
    {
      title: `Lost in ${formatDuration(stepMs)}`,
      lines: [{ name: 'lost', values: rises }],
      format: formatNumber,
    },
    { title: 'Spool', lines: [line('stored', 'spoolBytes')], format: formatBytes },
    { title: 'Oldest envelope', lines: [line('waits', 'oldestAgeMs')], format: formatDuration },
    { title: 'Rate limits', lines: [line('in force', 'limits')], format: formatNumber },
  ];
  const length = Math.max(MIN_LENGTH, lost.length);
  return markup`${charts.map((chart) => drawChart(chart, { at, stepMs, length }))}`;
}
