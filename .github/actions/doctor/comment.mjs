// `node comment.mjs REPORT APP`: the comment for a report of `adit doctor --json`, as Markdown.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** GitHub takes 65,536 characters. */
const MAX_FINDINGS = 50;
const MAX_TEXT = 500;

/**
 * A text of the pull request, which may hold anything. As code, nothing in it is Markdown, HTML, a link or a mention; a
 * sign that looks like it stands for what would end the code or the cell of the table.
 */
const plain = (text) => {
  const line = String(text).replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
  return line === '' ? '' : `\` ${line.replaceAll('`', '’').replaceAll('|', '│')} \``;
};

const count = (number, name) => `${number} ${name}${number === 1 ? '' : 's'}`;

const rowOf = ({ level, check, message, path, line, fix }) => {
  const place = plain(`${path ?? ''}${line === undefined ? '' : `:${line}`}`);
  return `| ${level === 'error' ? '✖' : '!'} ${plain(check)} | ${plain(message)} | ${place} | ${plain(fix ?? '')} |`;
};

const tableOf = (findings) => [
  '',
  '| check | found | where | fix |',
  '| --- | --- | --- | --- |',
  ...findings.slice(0, MAX_FINDINGS).map(rowOf),
  ...(findings.length > MAX_FINDINGS ? ['', `… and ${findings.length - MAX_FINDINGS} more.`] : []),
];

/** The comment. Its first line marks it, one for each application that is named. */
export function commentOf(report, app) {
  const marker = `<!-- adit-doctor ${encodeURIComponent(app).replaceAll('-', '%2D')} -->`;
  const title = `**adit doctor**${app === '' ? '' : ` for ${plain(app)}`}:`;
  if (!Array.isArray(report.findings))
    return [marker, `${title} could not run. ${plain(report.error ?? 'See the log of the job.')}`, ''].join(
      '\n',
    );
  const of = (level) => report.findings.filter((finding) => finding.level === level);
  const [errors, warnings] = [of('error'), of('warning')];
  const sum = `${count(errors.length, 'error')}, ${count(warnings.length, 'warning')}, ${count(of('ok').length, 'check')} passed.`;
  const wrong = [...errors, ...warnings];
  return [marker, `${title} ${sum}`, ...(wrong.length > 0 ? tableOf(wrong) : []), ''].join('\n');
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The command has ended before it printed.
    return {};
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  process.stdout.write(commentOf(read(process.argv[2]) ?? {}, process.argv[3] ?? ''));
