// The figures that matter most as one SVG: dot plots, for a bar has no honest length on a logarithmic scale.
import { SUBJECTS } from './subjects.mjs';

const WIDTH = 840;
const LABELS = 360;
/** Room behind the last tick for the number of the right-most dot. */
const NUMBERS = 90;
const ROW = 26;
const PANEL_HEAD = 62;
const PANEL_FOOT = 40;
const LEGEND = 40;

const PANELS = [
  {
    scenario: 'error',
    figure: 'cpuMicroseconds',
    scale: 1,
    unit: 'µs',
    title: 'CPU for one error envelope of 4.3 KB',
    axis: 'microseconds of the whole process tree, logarithmic; less is better',
    without: ['no-tunnel'],
  },
  {
    scenario: 'large-16',
    figure: 'peakRssBytes',
    scale: 1e-6,
    unit: 'MB',
    title: 'Peak memory while 16 clients send 20 MB each',
    axis: 'megabytes resident in the whole process tree, logarithmic; less is better',
    without: ['no-tunnel'],
  },
];

const STYLE = `
  svg { color-scheme: light dark; }
  .ground { fill: #ffffff; } .ink { fill: #1b1f24; } .quiet { fill: #59636e; }
  .line { stroke: #d1d9e0; } .lead { stroke: #b7bfc8; stroke-dasharray: 1 4; }
  .ours { fill: #0b57d0; stroke: #0b57d0; } .peer { fill: #ffffff; stroke: #59636e; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; } .ink { fill: #e6edf3; } .quiet { fill: #9198a1; }
    .line { stroke: #30363d; } .lead { stroke: #545d68; }
    .ours { fill: #79b8ff; stroke: #79b8ff; } .peer { fill: #0d1117; stroke: #9198a1; }
  }
  text { font: 14px system-ui, sans-serif; } .title { font-size: 16px; font-weight: 600; }
  .small { font-size: 12px; } .bold { font-weight: 600; }`;

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const readable = (value) => (value < 100 ? value.toFixed(0) : Math.round(value).toLocaleString('en-GB'));

/** 1, 3, 10, 30, … around the values, the outermost beyond them. */
function ticksAround(values) {
  const steps = Array.from(
    { length: 16 },
    (_, index) => (index % 2 === 0 ? 1 : 3) * 10 ** Math.floor(index / 2),
  );
  const first = steps.findLastIndex((step) => step <= Math.min(...values));
  const last = steps.findIndex((step) => step >= Math.max(...values));
  return steps.slice(Math.max(0, first), last + 1);
}

/** A diamond for ours and a ring for peers: the shape tells them apart where the colour does not. */
function dot({ ours, x, y }) {
  return ours
    ? `<path class="ours" d="M${x} ${y - 7}l7 7-7 7-7-7z"/>`
    : `<circle class="peer" cx="${x}" cy="${y}" r="5" stroke-width="2"/>`;
}

const text = (x, y, classes, content, anchor = 'start') =>
  `<text x="${x}" y="${y}" class="${classes}" text-anchor="${anchor}">${escape(content)}</text>`;

const valueOf = (panel, row) => row[panel.figure] * panel.scale;

function drawPanel({ panel, rows, top }) {
  const present = SUBJECTS.filter(({ id }) => rows[id] && !panel.without.includes(id));
  const measured = present
    .filter(({ id }) => rows[id].completed && Number.isFinite(rows[id][panel.figure]))
    .sort((a, b) => valueOf(panel, rows[a.id]) - valueOf(panel, rows[b.id]));
  const failed = present.filter((subject) => !measured.includes(subject));
  const height = PANEL_HEAD + present.length * ROW + PANEL_FOOT;
  const parts = [text(20, top + 28, 'ink title', panel.title), text(20, top + 47, 'quiet small', panel.axis)];
  if (measured.length === 0) return { height, parts };

  const ticks = ticksAround(measured.map(({ id }) => valueOf(panel, rows[id])));
  const [least, most] = [ticks[0], ticks.at(-1)].map(Math.log);
  const xOf = (value) =>
    Math.round(LABELS + ((Math.log(value) - least) / (most - least)) * (WIDTH - LABELS - NUMBERS));
  const bottom = top + PANEL_HEAD + present.length * ROW;
  for (const tick of ticks)
    parts.push(
      `<path class="line" d="M${xOf(tick)} ${top + PANEL_HEAD}V${bottom + 4}"/>`,
      text(xOf(tick), bottom + 20, 'quiet small', readable(tick), 'middle'),
    );
  [...measured, ...failed].forEach((subject, index) => {
    const { id, ours } = subject;
    const y = top + PANEL_HEAD + index * ROW + ROW / 2;
    const label = subject.label.replaceAll('`', '');
    parts.push(text(LABELS - 16, y + 5, ours ? 'ink bold' : 'ink', label, 'end'));
    if (failed.includes(subject)) {
      parts.push(text(LABELS + 4, y + 5, 'quiet', 'none completed'));
      return;
    }
    const value = valueOf(panel, rows[id]);
    const x = xOf(value);
    const doubt = rows[id].failedRounds > 0 ? ' (!)' : '';
    parts.push(`<path class="lead" d="M${LABELS - 8} ${y}H${x}"/>`, dot({ ours, x, y }));
    parts.push(text(x + 13, y + 5, ours ? 'ink bold' : 'ink', `${readable(value)} ${panel.unit}${doubt}`));
  });
  return { height, parts };
}

/** The chart of a run's rows, by scenario and subject; readable on light and dark ground. */
export function drawChart(rows) {
  let top = LEGEND;
  const body = PANELS.filter(({ scenario }) => rows[scenario]).flatMap((panel) => {
    const { height, parts } = drawPanel({ panel, rows: rows[panel.scenario], top });
    top += height;
    return parts;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img" aria-labelledby="title desc">
<title id="title">What a tunnel costs</title>
<desc id="desc">${PANELS.map(({ title }) => title).join('; ')}: this tunnel beside its peers. The figures are in the tables of tunnel.md.</desc>
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${top}" rx="6"/>
${dot({ ours: true, x: 27, y: 27 })}${text(42, 32, 'ink bold', 'this tunnel')}
${dot({ ours: false, x: 147, y: 27 })}${text(160, 32, 'ink', 'peers')}${text(220, 32, 'quiet', '(!) with failures, see the remarks')}
${body.join('\n')}
</svg>
`;
}
