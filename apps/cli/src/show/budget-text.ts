import type { Measure } from '../budget/judge.ts';
import type { Colours } from './colours.ts';

const number = (value: number): string => value.toLocaleString('en-US');

const WORDS: Readonly<Record<Measure['measure'], (value: string, limit: string | undefined) => string>> = {
  clicks: (value, limit = '0') => `${value} of ${limit} clicks led to a page, a document or a screen`,
  reloads: (value, limit = '0') => `at most ${value} automatic loads of a page, limit ${limit}`,
  prefetches: (value, limit = '0') => `at most ${value} prefetches of a page at rest, limit ${limit}`,
  'script-bytes': (value, limit) =>
    `${value} bytes of script in the first page, ${limit === undefined ? 'no budget yet: set it with --write' : `limit ${limit}`}`,
};

/** The misses that are listed of each measure. */
const MAX_LISTED = 10;

/** One line for each measure, with the visits that miss it below. */
export function budgetText(measures: readonly Measure[], colours: Colours): string {
  return measures
    .map(({ measure, value, limit, passed, misses }) => {
      const sign = passed ? colours.green('✔') : colours.red('✖');
      const words = WORDS[measure](number(value), limit === undefined ? undefined : number(limit));
      const listed = misses.slice(0, MAX_LISTED).map((miss) => `    ${miss}\n`);
      const more = misses.length - listed.length;
      return `${sign} ${colours.bold(measure)}  ${words}\n${listed.join('')}${more > 0 ? `    and ${more} more\n` : ''}`;
    })
    .join('');
}
