// The figures that matter most as one SVG: bars from zero.
import { VARIANTS } from './variants.mjs';

const WIDTH = 900;
const LABELS = 430;
/** Room behind the longest bar for its number. */
const NUMBERS = 110;
const ROW = 28;
const BAR = 16;
const PANEL_HEAD = 58;
const PANEL_FOOT = 14;

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

const STYLE = `
  svg { color-scheme: light dark; }
  .ground { fill: #ffffff; } .ink { fill: #1b1f24; } .quiet { fill: #59636e; } .line { stroke: #59636e; }
  .ours { fill: #0b57d0; } .peer { fill: #afb8c1; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; } .ink { fill: #e6edf3; } .quiet { fill: #9198a1; } .line { stroke: #9198a1; }
    .ours { fill: #79b8ff; } .peer { fill: #545d68; }
  }
  text { font: 14px system-ui, sans-serif; } .title { font-size: 16px; font-weight: 600; }
  .small { font-size: 12px; } .bold { font-weight: 600; }`;

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x, y, classes, content, anchor = 'start') =>
  `<text x="${x}" y="${y}" class="${classes}" text-anchor="${anchor}">${escape(content)}</text>`;

function drawPanel({ panel, rows, top }) {
  const { title, axis, wanted = () => true, valueOf, print } = panel;
  const present = VARIANTS.filter((variant) => rows[variant.id] && wanted(variant));
  const values = present.map(({ id }) => valueOf(rows[id]));
  const most = panel.most ?? Math.max(...values, 1);
  const first = top + PANEL_HEAD;
  const bottom = first + present.length * ROW;
  const bars = present.flatMap(({ label, ours }, index) => {
    const y = first + index * ROW + (ROW - BAR) / 2;
    const length = Math.round(((WIDTH - LABELS - NUMBERS) * Math.max(0, values[index])) / most);
    const ink = ours ? 'ink bold' : 'ink';
    return [
      text(LABELS - 12, y + 13, ink, label.replaceAll('`', ''), 'end'),
      `<rect class="${ours ? 'ours' : 'peer'}" x="${LABELS}" y="${y}" width="${length}" height="${BAR}"/>`,
      text(LABELS + length + 8, y + 13, ink, print(values[index])),
    ];
  });
  return {
    height: PANEL_HEAD + present.length * ROW + PANEL_FOOT,
    parts: [
      text(20, top + 26, 'ink title', title),
      text(20, top + 45, 'quiet small', axis),
      ...bars,
      `<path class="line" d="M${LABELS} ${first}V${bottom}"/>`,
    ],
  };
}

/** The chart of a run's rows, by variant; readable on light and dark ground. */
export function drawChart(rows) {
  let top = 8;
  const body = PANELS.flatMap((panel) => {
    const { height, parts } = drawPanel({ panel, rows, top });
    top += height;
    return parts;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img" aria-labelledby="title desc">
<title id="title">What monitoring costs the page</title>
<desc id="desc">${PANELS.map(({ title }) => title).join('; ')}. The figures are in the tables of client.md.</desc>
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${top}" rx="6"/>
${body.join('\n')}
</svg>
`;
}
