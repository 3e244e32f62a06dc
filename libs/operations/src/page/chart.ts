import { formatTime } from './format.ts';
import { markup, type Markup } from './markup.ts';

/** A chart of the last hour. */
export interface Chart {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  /** Whether 0 means that nothing was measured. */
  readonly isGapAtZero?: boolean;
}

/** Values of a chart, oldest first. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

/** The times of a chart's values. */
export interface ChartTime {
  /** The time of the newest value. */
  readonly at: number;
  readonly stepMs: number;
  /** The number of values of a full chart. */
  readonly length: number;
}

const HEIGHT = 100;

/** The number of values in the text alternative. */
const SPOKEN = 7;

/** A path from left to right that ends at `length - 1`, from `HEIGHT` for 0 up to 0 for `top`. `NaN` is a gap. */
export function pathOf(values: readonly number[], top: number, length: number): string {
  const start = length - values.length;
  let path = '';
  let [lastX, lastY] = [NaN, NaN];
  values.forEach((value, index) => {
    if (Number.isNaN(value)) return;
    const x = start + index;
    const y = Math.round(HEIGHT - (value / top) * HEIGHT);
    // A single point is a dot, because the ends of lines are round.
    path += lastX === x - 1 ? `l1 ${y - lastY}` : `M${x} ${y}h0`;
    [lastX, lastY] = [x, y];
  });
  return path;
}

/** Draws a chart. Its content is also given in words, so that nothing depends on seeing it or on a pointer. */
export function drawChart({ title, lines, format, isGapAtZero = false }: Chart, time: ChartTime): Markup {
  const shown = lines.map(({ name, values }) => ({
    name,
    values: isGapAtZero ? values.map((value) => (value === 0 ? NaN : value)) : values,
  }));
  const top = Math.max(0, ...shown.flatMap(({ values }) => values.filter((value) => !Number.isNaN(value))));
  const paths = shown.map(
    ({ values }, index) =>
      markup`<path class="line-${index + 1}" d="${pathOf(values, top || 1, time.length)}"/>`,
  );
  const legend = shown.map(
    (line, index) =>
      markup`<li class="line-${index + 1}">${line.name} <b>${formatLast(line, format)}</b>${peakOf(line, format, time)}</li>`,
  );
  const hourAgo = time.at - (time.length - 1) * time.stepMs;
  return markup`<figure><figcaption><h3>${title}</h3><ul>${legend}</ul></figcaption><div class="plot"><span class="top" aria-hidden="true">${format(top)}</span><svg role="img" aria-label="${altOf(title, shown, format, time)}" viewBox="0 0 ${time.length - 1} ${HEIGHT}" preserveAspectRatio="none">${paths}</svg></div><p class="axis" aria-hidden="true"><span>${clock(hourAgo, time)}</span><span>${clock(time.at, time)} UTC</span></p></figure>`;
}

const clock = (at: number, time: ChartTime): string => formatTime(at, time.at).slice(-8, -3);

const formatValue = (value: number | undefined, format: Chart['format']): string =>
  value === undefined || Number.isNaN(value) ? '–' : format(value);

const formatLast = ({ values }: Line, format: Chart['format']): string => formatValue(values.at(-1), format);

/** The highest value and its time; nothing if it is the last value or 0. */
function peakOf({ values }: Line, format: Chart['format'], time: ChartTime): string {
  const known = values.map((value) => (Number.isNaN(value) ? 0 : value));
  const peak = Math.max(0, ...known);
  const index = known.indexOf(peak);
  if (peak === 0 || known.at(-1) === peak) return '';
  return ` · peak ${format(peak)} at ${clock(time.at - (known.length - 1 - index) * time.stepMs, time)}`;
}

function altOf(title: string, lines: readonly Line[], format: Chart['format'], time: ChartTime): string {
  const length = lines[0]?.values.length ?? 0;
  if (length === 0) return `${title}: no values yet.`;
  const step = Math.max(1, Math.floor((length - 1) / (SPOKEN - 1)));
  const sentences = lines.map((line) => {
    const spoken = line.values.filter((_value, index) => (length - 1 - index) % step === 0);
    return `${line.name}: ${spoken.map((value) => formatValue(value, format)).join(', ')}${peakOf(line, format, time)}.`;
  });
  const from = clock(time.at - (length - 1) * time.stepMs, time);
  return `${title}, from ${from} to ${clock(time.at, time)} UTC. ${sentences.join(' ')}`;
}
