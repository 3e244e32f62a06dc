import type { Example, Group, RuleResult, Trial } from '../try/try-document.ts';

/** The columns of a terminal. */
const WIDTH = 80;
/** The longest column of ids: that of the longest built-in rule. */
const MAX_ID = 30;

/** Control characters, also those that turn the direction of a text: it comes from other machines. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** The effect of a document, in lines of at most 80 characters. */
export function tryText(file: string, trial: Trial): readonly string[] {
  const { sample, rules, compared } = trial;
  if (sample.items === 0) return ['There are no items to try the document on.', ...scrubLines(trial)];
  const hasHour = sample.standsFor > sample.items;
  const found = rules.filter(({ matched }) => matched.items > 0);
  const idle = rules.filter(({ matched }) => matched.items === 0);
  return [
    ...headOf(file, trial, hasHour),
    '',
    ...(found.length === 0 ? ['No rule matches any of them.'] : tableOf(found, hasHour)),
    ...(idle.length === 0 ? [] : ['', ...wrap(`Match nothing: ${namesOf(idle.map(({ id }) => id))}.`)]),
    '',
    ...comparisonOf(compared, hasHour),
    ...budgetLines(trial),
    ...scrubLines(trial),
  ];
}

function headOf(file: string, { sample, times }: Trial, hasHour: boolean): readonly string[] {
  const when = times === undefined ? '' : ` of ${timeOf(times[0])} to ${timeOf(times[1])} UTC`;
  const all = hasHour ? `, which stand for about ${number(sample.standsFor)}` : '';
  return wrap(`${file}, tried on ${count(sample.items)}${when}${all}:`);
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

function tableOf(rules: readonly RuleResult[], hasHour: boolean): readonly string[] {
  const idWidth = Math.min(MAX_ID, Math.max(4, ...rules.map(({ id }) => id.length)));
  const row = (id: string, does: string, items: string, hour: string): string =>
    `${fit(id, idWidth).padEnd(idWidth)}  ${does.padEnd(17)}${items.padStart(10)}${hasHour ? hour.padStart(14) : ''}`.trimEnd();
  return [
    row('rule', 'would', 'items', 'in the hour'),
    ...rules.flatMap((rule) => [
      row(rule.id, doesOf(rule), itemsOf(rule), `about ${number(effectOf(rule).standsFor)}`),
      ...exampleLines(rule.matched.examples),
    ]),
  ];
}

function doesOf({ action, isBuiltIn, isDryRun }: RuleResult): string {
  if (isDryRun) return `${action} (dry run)`;
  return isBuiltIn ? `${action} (built in)` : action;
}

/** Of a rule in effect that drops, the dropped items count. */
const effectOf = ({ action, isDryRun, matched, dropped }: RuleResult) =>
  !isDryRun && (action === 'sample' || action === 'drop') ? dropped : matched;

/** Of a sample, how many of those that match are dropped. */
function itemsOf(rule: RuleResult): string {
  const { items } = effectOf(rule);
  return rule.action === 'sample' && !rule.isDryRun
    ? `${number(items)} of ${number(rule.matched.items)}`
    : number(items);
}

/** Title, project and release, the title cut. */
function exampleLines(examples: readonly Example[], indent = '  '): readonly string[] {
  return examples.map(({ title, project, release }) => {
    const about = [project === undefined || project === '' ? undefined : `project ${project}`, release]
      .filter((part) => part !== undefined)
      .map((part) => fit(plain(part), 24))
      .join('  ');
    const width = WIDTH - indent.length - (about === '' ? 0 : about.length + 2);
    const text = fit(plain(title), width);
    return about === '' ? `${indent}${text}` : `${indent}${text.padEnd(width)}  ${about}`;
  });
}

function comparisonOf(compared: Trial['compared'], hasHour: boolean): readonly string[] {
  if (compared === undefined)
    return wrap('These items do not say what the document in force did, so nothing is compared.');
  const { newDrops, noLongerDropped } = compared;
  return [
    'Compared with the document in force:',
    ...differenceLines('new drops', newDrops, hasHour),
    ...differenceLines('no longer dropped', noLongerDropped, hasHour),
  ];
}

function differenceLines(name: string, group: Group, hasHour: boolean): readonly string[] {
  const { items, kinds, standsFor, examples } = group;
  const details = items === 0 ? '' : ` (${kinds === 1 ? '1 kind' : `${number(kinds)} kinds`})`;
  const hour = items === 0 || !hasHour ? '' : `, about ${number(standsFor)} in the hour`;
  return [`  ${name}: ${number(items)}${details}${hour}`, ...exampleLines(examples, '    ')];
}

/** A sample does not say how often an error comes. */
function budgetLines({ byBudgets }: Trial): readonly string[] {
  if (byBudgets.items === 0) return [];
  const { items } = byBudgets;
  return ['', ...wrap(`Budgets are not tried. What they dropped counts as dropped: ${count(items)}.`)];
}

/** Nobody should lose them unawares: what they take out would be sent. */
function scrubLines({ lostScrubs = [] }: Trial): readonly string[] {
  if (lostScrubs.length === 0) return [];
  const names = namesOf(lostScrubs.map((id) => fit(plain(id), MAX_ID)));
  return ['', ...wrap(`Scrub rules in force that this document does not apply: ${names}.`)];
}

const namesOf = (ids: readonly string[]): string => {
  const shown = ids.slice(0, 20);
  return ids.length > shown.length
    ? `${shown.join(', ')} and ${number(ids.length - shown.length)} more`
    : shown.join(', ');
};

const count = (items: number): string => (items === 1 ? '1 item' : `${number(items)} items`);

const number = (value: number): string => value.toLocaleString('en-US');

const plain = (text: string): string => text.replace(CONTROL, ' ').trim();

const fit = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`;

/** Breaks a text between words. A word that is longer than a line stays whole. */
function wrap(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
