// Reports of benchmarks: the verdict on each bar, a document and its chart.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { drawBarChart } from './bar-chart.mjs';

const DOCUMENTS = fileURLToPath(new URL('../../docs/benchmarks', import.meta.url));
const METHOD = '## How it is measured';

/** A figure in readable form, or a dash for none. */
export const number = (value, digits = 0) =>
  Number.isFinite(value)
    ? value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : '–';

/** Prints figures with a unit, such as `1.30 ×`. */
export const inUnit =
  (unit, digits = 0) =>
  (value) =>
    `${number(value, digits)} ${unit}`;

/** A Markdown table; the first `left` columns are texts, the others figures. */
export function table(head, rows, left = 1) {
  const align = head.map((_, index) => (index < left ? ':--' : '--:'));
  return [head, align, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The name of a row; those of this repository are bold. */
export const nameOf = ({ label, ours }) => (ours ? `**${label}**` : label);

/**
 * The verdict on one bar, as in the document's first table.
 *
 * @param where the load or the page
 * @param isAim an aim is not a bar
 * @param unmeasured the reason why the value decides nothing
 * @param isFaulty something went wrong in the run, so that nothing passes
 */
export function judge({ measure, where, value, most, least, print, spread = '', ...about }) {
  const { isAim, unmeasured, isFaulty } = about;
  const holds = most === undefined ? value >= least : value <= most;
  const decide = () => {
    if (!Number.isFinite(value)) return 'not measured';
    if (unmeasured) return `not measured: ${unmeasured}`;
    if (!holds) return 'fail';
    return isFaulty ? 'fail: see the remarks' : 'pass';
  };
  const bar = most === undefined ? `≥ ${print(least)}` : `≤ ${print(most)}`;
  return {
    measure,
    where,
    bar: isAim ? `${bar} (aim)` : bar,
    value: Number.isFinite(value) ? print(value) : '–',
    spread,
    verdict: decide(),
  };
}

const barRow = ({ measure, where, bar, value, spread, verdict }) =>
  [measure, where, bar, value, spread].concat(verdict === 'pass' ? verdict : `**${verdict}**`);

/** The document's last section. It is written by hand and kept. */
function readMethod(file) {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.indexOf(METHOD));
}

/**
 * Writes `docs/benchmarks/<name>.md` and its chart.
 *
 * @param date of the run; unknown for figures of an older one
 * @param sections each with `title`, and `parts`: Markdown, of which undefined is left out
 * @param panels of the chart, see `drawBarChart`
 */
export async function writeReport({ name, title, command, versions, machine, date, bars, sections, panels }) {
  mkdirSync(DOCUMENTS, { recursive: true });
  const file = join(DOCUMENTS, `${name}.md`);
  const text = [
    `# ${title}`,
    `Written by \`${command}\` on ${machine.cores} cores (${machine.model})${date ? `, ${date}` : ''}, everything on the loopback interface. Absolute figures depend on the machine; compare figures of one run. Bold rows are this repository's.`,
    Object.entries(versions)
      .map(([each, version]) => `${each} ${version}`)
      .join(' · '),
    ...(bars.length > 0
      ? ['## Bars', table(['measure', 'where', 'bar', 'measured', 'spread', 'verdict'], bars.map(barRow), 2)]
      : []),
    `![The most important figures, drawn](${name}.svg)`,
    ...sections.flatMap(({ title: heading, parts }) => [`## ${heading}`, ...parts.filter(Boolean)]),
    readMethod(file),
  ].join('\n\n');
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  writeFileSync(join(DOCUMENTS, `${name}.svg`), drawBarChart({ title, source: `${name}.md`, panels }));
  console.log('\nWritten to docs/benchmarks.');
}

/** A section of remarks, one line each; undefined if there are none. */
export const remarks = (lines) =>
  lines.length > 0 ? `Remarks:\n\n${lines.map((line) => `- ${line}`).join('\n')}` : undefined;
