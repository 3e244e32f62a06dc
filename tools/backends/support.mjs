// The section of docs/support.md about backends and SDKs.
import { replaceSection } from '../everywhere/support.mjs';
import { formatCells } from './cells.mjs';

const BEGIN = '<!-- npm test -- backends --write -->';
const END = '<!-- end of the backends -->';

/** The text of docs/support.md with this run's table instead of the previous one. */
export function intoSupport(text, cells, leftOut, run) {
  const lines = [
    `\`npm test -- backends --write\` has written this table ${run}. “5 of 6” counts what arrived, once each, of what was sent.`,
    '',
    ...formatCells(cells),
    '',
    ...leftOut.map(({ name, reason }) => `- ${name} is not tried: ${reason}.`),
  ];
  return replaceSection('docs/support.md', text, [BEGIN, END], lines);
}
