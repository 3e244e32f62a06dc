import { NOW, textOf } from '../../testing/states.helper.ts';
import { drawChart, pathOf, type Chart } from './chart.ts';
import { drawCharts } from './charts.ts';

const TIME = { at: NOW, stepMs: 60_000, length: 5 };
const CHART: Chart = {
  title: 'Requests',
  lines: [{ name: 'sent', values: [0, 40, 10] }],
  format: (value) => String(value),
};
const altOf = (chart: Chart): string => /aria-label="([^"]*)"/.exec(drawChart(chart, TIME).markup)?.[1] ?? '';

describe('pathOf', () => {
  it('ends at the right, and draws 0 at the bottom and the top at the top', () => {
    expect(pathOf([0, 10, 5], 10, 5)).toBe('M2 100h0l1 -100l1 50');
  });

  it('leaves gaps, and draws a value alone as a dot', () => {
    expect(pathOf([NaN, 10, NaN, 0, 10], 10, 5)).toBe('M1 0h0M3 100h0l1 -100');
    expect(pathOf([], 1, 5)).toBe('');
  });
});

describe('drawChart', () => {
  it('says in words what it shows: the last value, and the peak with its time', () => {
    expect(textOf(drawChart(CHART, TIME))).toBe('Requests sent 10 · peak 40 at 03:11 40 03:08 03:12 UTC');
    expect(altOf(CHART)).toBe('Requests, from 03:10 to 03:12 UTC. sent: 0, 40, 10 · peak 40 at 03:11.');
  });

  it('names at most seven values of an hour, the last one among them', () => {
    const values = Array.from({ length: 360 }, (_, index) => index);
    expect(altOf({ ...CHART, lines: [{ name: 'sent', values }] })).toContain(
      'sent: 5, 64, 123, 182, 241, 300, 359.',
    );
  });

  it('has no peak if nothing happened or the last value is the highest', () => {
    const of = (...values: number[]): string =>
      textOf(drawChart({ ...CHART, lines: [{ name: 'sent', values }] }, TIME));
    expect([of(0, 0), of(1, 4)]).toEqual([
      'Requests sent 0 0 03:08 03:12 UTC',
      'Requests sent 4 4 03:08 03:12 UTC',
    ]);
  });

  it('shows a gap where nothing was measured, and never a time of 0', () => {
    const chart = { ...CHART, isGapAtZero: true, lines: [{ name: 'p50', values: [20, 0] }] };
    expect(altOf(chart)).toContain('p50: 20, – · peak 20 at 03:11.');
    expect(drawChart(chart, TIME).markup).toContain('d="M3 0h0"');
  });

  it('says that there is nothing yet', () => {
    expect(altOf({ ...CHART, lines: [{ name: 'sent', values: [] }] })).toBe('Requests: no values yet.');
    expect(altOf({ ...CHART, lines: [] })).toBe('Requests: no values yet.');
  });
});

const altOfLost = (lost: readonly number[]) =>
  drawCharts({ at: NOW, stepMs: 10_000, values: { lost } }).markup;

describe('drawCharts', () => {
  it('draws a young server from its first value on, and six charts in any case', () => {
    const young = drawCharts({ at: NOW, stepMs: 10_000, values: { lost: [0, 3] } }).markup;
    expect(young).toContain('viewBox="0 0 1 100"');
    expect(young).toContain('03:11');
    const old = drawCharts({ at: NOW, stepMs: 10_000, values: { lost: new Array<number>(360).fill(1) } });
    expect(old.markup).toContain('viewBox="0 0 359 100"');
    expect(altOfLost([2, 2, 5])).toContain('lost: 2, 0, 3');
    // Losses before the hour are unknown.
    expect(altOfLost(new Array<number>(360).fill(9))).toContain('lost: 0, 0');
    expect(drawCharts({ at: NOW, stepMs: 1, values: {} }).markup.match(/<figure>/g)).toHaveLength(6);
  });
});
