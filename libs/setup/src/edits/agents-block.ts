import { joinPath, type Application, type ReadableFiles } from '@adit/codebase';
import { SAME, type Edit } from '@adit/codebase/source';

/** The file in which coding agents look for instructions: https://agents.md. */
const AGENTS_FILE = 'AGENTS.md';

const BEGIN = '<!-- BEGIN:adit -->';
const END = '<!-- END:adit -->';

/** The words for agents, in at most ten lines. The paths lie in the packed packages: a test looks at them. */
export const AGENTS_BLOCK = `${BEGIN}

Adit (\`@adit/next\`) reports the errors of this application, shows its error screens and ends its navigations. Before you change any of these, read the documents of the installed version. They are in \`node_modules\` of this folder or of the root (pnpm: also in \`node_modules/.pnpm/node_modules\`):

- Set-up, options, variables, limits: \`@adit/next/README.md\`. What is reported: \`@adit/next/docs/reporting.md\`. An event that does not arrive: \`@adit/next/docs/nothing-arrives.md\`. Screens: \`@adit/fallback-ui/README.md\`. Links and deadlines: \`@adit/router/docs/guide.md\`, \`@adit/router/docs/options.md\`.
- Noise rules, secrets, budgets: \`@adit/policy/docs/document.md\`, \`@adit/policy/docs/noise-rules.md\`, \`@adit/policy/docs/secrets.md\`. What the tunnel answers: \`@adit/tunnel/docs/answers.md\`.
- \`npx @adit/cli doctor\` finds what is wrong, with a fix for each; \`--online ORIGIN\` asks the running site. \`npx @adit/cli tail EVENT_ID\` says where an event went, \`npx @adit/cli policy try FILE\` what a document of rules would drop: both with \`--url\` of the operations page.
- \`npx @adit/cli mcp\` serves these as tools of the Model Context Protocol. \`npx @adit/cli init\` writes this block, \`remove\` takes it out.

${END}`;

/** The path of the file for agents of an application. */
export const agentsFile = ({ folder }: Pick<Application, 'folder'>): string => joinPath(folder, AGENTS_FILE);

/** Writes the block into the text of a file, or brings it up to date. `undefined` is no file. */
export function addAgentsBlock(text: string | undefined, newFileEol: string): Edit {
  if (text === undefined)
    return { kind: 'changed', text: `${withEol(AGENTS_BLOCK, newFileEol)}${newFileEol}` };
  const eol = eolOf(text);
  const block = withEol(AGENTS_BLOCK, eol);
  const place = placeOf(text);
  if (place === 'open') return NO_END;
  if (place !== undefined)
    return isCurrent(text, place)
      ? SAME
      : { kind: 'changed', text: text.slice(0, place.start) + block + text.slice(place.end) };
  // Without a line end before the block, one after it would not be taken out again.
  const isEnded = /(?:^\uFEFF?|\n)$/.test(text);
  return { kind: 'changed', text: isEnded ? text + eol + block + eol : text + eol + eol + block };
}

/**
 * Takes the block out of a text, with the line ends that `addAgentsBlock` has written around it. The text `undefined` is for a file
 * that holds nothing else, which a set-up has written.
 */
export function takeAgentsBlock(
  text: string,
): Exclude<Edit, { kind: 'changed' }> | { readonly kind: 'changed'; readonly text: string | undefined } {
  const place = placeOf(text);
  if (place === undefined) return SAME;
  if (place === 'open') return NO_END;
  const before = text.slice(0, place.start);
  const after = text.slice(place.end);
  if (/^\uFEFF?$/.test(before) && after.trim() === '') return { kind: 'changed', text: undefined };
  if (before === '') return { kind: 'changed', text: after.replace(/^(?:\r?\n){1,2}/, '') };
  if (after === '') return { kind: 'changed', text: before.replace(/(?:\r?\n){1,2}$/, '') };
  return { kind: 'changed', text: before.replace(/\r?\n$/, '') + after.replace(/^\r?\n/, '') };
}

/** The line of a block of another version; `undefined` if there is none. */
export function otherAgentsBlock(
  files: Pick<ReadableFiles, 'read'>,
  application: Pick<Application, 'folder'>,
): { readonly path: string; readonly line: number } | undefined {
  const path = agentsFile(application);
  const text = files.read(path) ?? '';
  const place = placeOf(text);
  if (place === undefined || place === 'open' || isCurrent(text, place)) return undefined;
  return { path, line: text.slice(0, place.start).split('\n').length };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The place of the block; `open` without its last line. */
function placeOf(text: string): Place | 'open' | undefined {
  const start = lineAt(text, BEGIN, 0);
  if (start === -1) return undefined;
  const end = lineAt(text, END, start);
  const next = lineAt(text, BEGIN, start + BEGIN.length);
  return end === -1 || (next !== -1 && next < end) ? 'open' : { start, end: end + END.length };
}

/** The place of a line that is this text; a mention in a sentence is none. */
function lineAt(text: string, line: string, from: number): number {
  for (let at = text.indexOf(line, from); at !== -1; at = text.indexOf(line, at + 1)) {
    const isAlone =
      /(?:^|[\n\uFEFF])[ \t]*$/.test(text.slice(0, at)) &&
      /^[ \t]*(?:\r?\n|$)/.test(text.slice(at + line.length));
    if (isAlone) return at;
  }
  return -1;
}

const NO_END = { kind: 'unknown', why: `the line ${END} is missing`, snippet: END } as const;

/** Whether a block is that of this version. Formatters change white space and the signs of lists. */
const isCurrent = (text: string, { start, end }: Place): boolean =>
  plain(text.slice(start, end)) === plain(AGENTS_BLOCK);

const plain = (text: string): string => text.replace(/^[ \t]*[*+-](?=\s)/gm, '-').replace(/\s+/g, ' ');

const eolOf = (text: string): '\n' | '\r\n' => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n');

const withEol = (text: string, eol: string): string => text.replaceAll('\n', eol);
