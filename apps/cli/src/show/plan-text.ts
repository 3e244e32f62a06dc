import type { Change, Plan, Step } from '@adit/codebase';
import { labelOf } from '../choose-applications.ts';
import type { Colours } from './colours.ts';

/** The kind of a change: a new file is `added`. */
export const kindOf = ({ before, after }: Change): 'added' | 'changed' | 'removed' => {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
};

const SIGNS = { added: '+', changed: '~', removed: '-' } as const;

const indent = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);

function stepLines({ path, reason, byHand }: Step, sign: string, { bold, yellow }: Colours): string {
  if (byHand === undefined) return `  ${sign} ${bold(path)}  ${reason}\n`;
  return [
    `  ${yellow('!')} ${bold(path)}  ${yellow('by hand:')} ${reason}\n`,
    `      ${byHand.why}\n`,
    `${indent(byHand.snippet.trimEnd(), '      | ')}\n`,
  ].join('');
}

/** A plan as text: by application, each file with the reason for its change. */
export function planText({ changes, steps }: Plan, colours: Colours): string {
  const signs = new Map(changes.map((change) => [change.path, SIGNS[kindOf(change)]]));
  const applications = [...new Set(steps.map(({ application }) => application))];
  return applications
    .map((application) => {
      const own = steps.filter((step) => step.application === application);
      const lines = own.map((step) => stepLines(step, signs.get(step.path) ?? ' ', colours));
      return `${colours.bold(labelOf(application))}\n${lines.join('')}`;
    })
    .join('\n');
}
