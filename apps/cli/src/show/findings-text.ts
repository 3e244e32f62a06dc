import type { Finding } from '@adit/doctor';
import { labelOf } from '../choose-applications.ts';
import type { Colours } from './colours.ts';

function lineOf({ check, level, message, path, line, fix, mendable }: Finding, colours: Colours): string {
  const sign = {
    ok: colours.green('✔'),
    warning: colours.yellow('!'),
    error: colours.red('✖'),
  }[level];
  const place = path === undefined ? undefined : `${path}${line === undefined ? '' : `:${line}`}`;
  const parts = [
    `${sign} ${colours.bold(check)}`,
    message,
    place && colours.cyan(place),
    fix && colours.dim(fix),
    mendable && colours.dim('(--fix)'),
  ];
  return `${parts.filter(Boolean).join('  ')}\n`;
}

const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;

/** The doctor's findings after a change, for printing before the last line. */
export const leftText = (errors: readonly Finding[], colours: Colours): string =>
  `\nThe doctor finds what is left to you:\n${errors.map((finding) => lineOf(finding, colours)).join('')}`;

/** Tells what `--fix` would do about the errors. */
function whoMends(wrong: number, mendable: number): string {
  if (mendable === 0) return '--fix mends none of these.\n';
  const rest = mendable === wrong ? '' : ' The rest is left to you.';
  return `npx @adit/cli doctor --fix mends ${mendable} of ${wrong}, marked (--fix).${rest}\n`;
}

/** One line for each finding, by application, and a total. */
export function findingsText(findings: readonly Finding[], colours: Colours): string {
  const applications = [...new Set(findings.map(({ application }) => application))];
  const parts = applications.map((application) => {
    const own = findings.filter((finding) => finding.application === application);
    const title = applications.length > 1 ? `${colours.bold(labelOf(application))}\n` : '';
    return title + own.map((finding) => lineOf(finding, colours)).join('');
  });
  const of = (wanted: Finding['level']): number => findings.filter(({ level }) => level === wanted).length;
  const sum = `${count(of('ok'), 'check')} passed, ${count(of('warning'), 'warning')}, ${count(of('error'), 'error')}\n`;
  const wrong = findings.length - of('ok');
  const mendable = findings.filter((finding) => finding.mendable).length;
  return `${parts.join('\n')}\n${sum}${wrong === 0 ? '' : whoMends(wrong, mendable)}`;
}
