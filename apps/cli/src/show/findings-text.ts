import type { Finding } from '@adit/setup';
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

/** Says what `--fix` would do for what is wrong. */
function whoMends(wrong: number, mendable: number): string {
  if (mendable === 0) return '--fix mends none of these.\n';
  const rest = mendable === wrong ? '' : ' The rest is left to you.';
  return `npx @adit/cli doctor --fix mends ${mendable} of ${wrong}, marked (--fix).${rest}\n`;
}

/** A line for each finding, application by application, and a sum. */
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
