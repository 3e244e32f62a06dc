import type { Series } from '../server-state.ts';
import { drawChart, type Chart } from './chart.ts';
import { formatBytes, formatDuration, formatMs, formatNumber } from './format.ts';
import { markup, type Markup } from './markup.ts';

/** The shortest time that a chart of a young server shows, in values: those of five minutes. */
const MIN_LENGTH = 30;

/** Draws the last hour. */
export function drawCharts({ at, stepMs, values }: Series): Markup {
  const line = (name: string, series: string) => ({ name, values: values[series] ?? [] });
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
    { title: 'Lost envelopes', lines: [line('lost', 'lost')], format: formatNumber },
    { title: 'Spool', lines: [line('stored', 'spoolBytes')], format: formatBytes },
    { title: 'Oldest envelope', lines: [line('waits', 'oldestAgeMs')], format: formatDuration },
    { title: 'Rate limits', lines: [line('in force', 'limits')], format: formatNumber },
  ];
  const length = Math.max(MIN_LENGTH, values['lost']?.length ?? 0);
  return markup`${charts.map((chart) => drawChart(chart, { at, stepMs, length }))}`;
}
