// What the benchmarks' documents have in common.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const DOCUMENTS = fileURLToPath(new URL('../../docs/benchmarks', import.meta.url));

/** A figure as people read it, or a dash for none. */
export const number = (value, digits = 0) =>
  Number.isFinite(value)
    ? value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : '–';

/** A Markdown table; the first `left` columns are texts, the others figures, unless `align` says otherwise. */
export function table(head, rows, left = 1) {
  const align = head.map((_, index) => (index < left ? ':--' : '--:'));
  return [head, align, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The machine a run was made on. */
export function describeMachine() {
  const [{ model }] = cpus();
  return { model, cores: cpus().length };
}

/** Writes `docs/benchmarks/<name>.md` and its chart. */
export async function writeDocuments({ name, text, chart }) {
  mkdirSync(DOCUMENTS, { recursive: true });
  const file = join(DOCUMENTS, `${name}.md`);
  const style = { ...(await resolveConfig(file)), filepath: file };
  writeFileSync(file, await format(text, style));
  writeFileSync(join(DOCUMENTS, `${name}.svg`), chart);
  console.log('\nWritten to docs/benchmarks.');
}
