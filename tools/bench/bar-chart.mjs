// Horizontal bars from zero as one SVG, readable on light and dark backgrounds.

const WIDTH = 900;
const LABELS = 430;
/** The space after the longest bar for its number. */
const NUMBERS = 110;
const ROW = 28;
const BAR = 16;
const PANEL_HEAD = 58;
const PANEL_FOOT = 14;

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

function drawPanel({ title, axis, bars, most = Math.max(...bars.map(({ value }) => value), 1) }, top) {
  const first = top + PANEL_HEAD;
  const bottom = first + bars.length * ROW;
  const drawn = bars.flatMap(({ label, ours, value, print }, index) => {
    const y = first + index * ROW + (ROW - BAR) / 2;
    const length = Math.round(((WIDTH - LABELS - NUMBERS) * Math.max(0, value)) / most);
    const ink = ours ? 'ink bold' : 'ink';
    return [
      text(LABELS - 12, y + 13, ink, label.replaceAll('`', ''), 'end'),
      `<rect class="${ours ? 'ours' : 'peer'}" x="${LABELS}" y="${y}" width="${length}" height="${BAR}"/>`,
      text(LABELS + length + 8, y + 13, ink, print),
    ];
  });
  return {
    height: PANEL_HEAD + bars.length * ROW + PANEL_FOOT,
    parts: [
      text(20, top + 26, 'ink title', title),
      text(20, top + 45, 'quiet small', axis),
      ...drawn,
      `<path class="line" d="M${LABELS} ${first}V${bottom}"/>`,
    ],
  };
}

/**
 * The chart of some panels, each with `title`, `axis` and `bars` of `label`, `ours`, `value` and the printed figure; a
 * panel's `most` is the value of a full bar. `title` and `source` are for readers who do not see it.
 */
export function drawBarChart({ title, source, panels }) {
  let top = 8;
  const body = panels.flatMap((panel) => {
    const { height, parts } = drawPanel(panel, top);
    top += height;
    return parts;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img" aria-labelledby="title desc">
<title id="title">${title}</title>
<desc id="desc">${panels.map((panel) => panel.title).join('; ')}. The figures are in the tables of ${source}.</desc>
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${top}" rx="6"/>
${body.join('\n')}
</svg>
`;
}
