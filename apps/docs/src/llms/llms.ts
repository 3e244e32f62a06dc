import { rewriteLinks } from '../collect/rewrite-links.ts';
import { titleOf } from '../markdown/titles.ts';
import { SECTIONS } from '../site/navigation.ts';

/** The site for readers that are programs: https://llmstxt.org. */
export interface ProgramSite {
  /** `llms.txt`: a link to the Markdown of each page. */
  readonly index: string;
  /** `llms-full.txt`: the pages themselves, but those that `llms.txt` has under "Optional". */
  readonly full: string;
  /** The Markdown of each page, with links that hold on the site: path → text. */
  readonly pages: ReadonlyMap<string, string>;
}

/** The most characters of `llms.txt` and of `llms-full.txt`. A build with more fails. */
export const MAX_INDEX_LENGTH = 60_000;
export const MAX_FULL_LENGTH = 1_500_000;

const SUMMARY =
  'First-party monitoring, error screens and reliable navigation for React and Next.js. A tunnel of your own origin carries what Sentry SDKs send, drops noise and takes out secrets.';

const ABOUT = `Installed packages hold the documents of their own version: \`node_modules/@adit/next/README.md\`, \`node_modules/@adit/*/docs/\`. Commands:
\`npx @adit/cli init\` sets up a Next.js application, \`doctor\` finds what is wrong, \`tail EVENT_ID\` says where an event went, and \`mcp\` serves
these to coding agents as tools.`;

/** Pages that a reader with little room may skip, as the format has them. */
const OPTIONAL = /^(?:reference|benchmarks|comparison|concepts\/decisions|about\/changelogs)\//;

const OWN = /^\/(?!\/)/;
const MAX_NOTE_LENGTH = 140;

/**
 * Writes the files for programs. `pages` are those of the site by their path, with addresses that begin at its root; `base` is the path
 * that the site is served below.
 * @throws Error if one of the files is too long
 */
export function programSiteOf(pages: ReadonlyMap<string, string>, base: string): ProgramSite {
  const moved = new Map(
    [...pages].map(([path, markdown]) => [
      path,
      rewriteLinks(bodyOf(markdown), (target) => target.replace(OWN, base)),
    ]),
  );
  const paths = inOrder([...moved.keys()]);
  const link = (path: string): string => {
    const markdown = moved.get(path) ?? '';
    const note = noteOf(markdown);
    return `- [${titleOf(markdown) ?? path}](${base}${path})${note === undefined ? '' : `: ${note}`}`;
  };
  const parts = [
    ...SECTIONS.map(({ text, folders }) => ({
      text,
      own: paths.filter((path) => !OPTIONAL.test(path) && folders.includes(path.split('/')[0] ?? '')),
    })),
    { text: 'Optional', own: paths.filter((path) => OPTIONAL.test(path)) },
  ].filter(({ own }) => own.length > 0);
  const home = paths.filter((path) => path === 'index.md').map(link);
  const index = [
    `# Adit\n\n> ${SUMMARY}\n\n${ABOUT}`,
    ...(home.length === 0 ? [] : [`## Adit\n\n${home.join('\n')}`]),
    ...parts.map(({ text, own }) => `## ${text}\n\n${own.map(link).join('\n')}`),
  ].join('\n\n');
  const full = paths
    .filter((path) => !OPTIONAL.test(path))
    .map((path) => `<!-- ${base}${path} -->\n\n${moved.get(path) ?? ''}`)
    .join('\n\n');
  return {
    index: withinBound('llms.txt', `${index}\n`, MAX_INDEX_LENGTH),
    full: withinBound('llms-full.txt', `# Adit\n\n> ${SUMMARY}\n\n${full}\n`, MAX_FULL_LENGTH),
    pages: moved,
  };
}

function withinBound(name: string, text: string, max: number): string {
  if (text.length <= max) return text;
  throw new Error(`${name} has ${text.length} characters; accepted: at most ${max}`);
}

/** By the sections of the site; in each, the page of a folder comes before the pages in it. */
function inOrder(paths: readonly string[]): readonly string[] {
  const folders = SECTIONS.flatMap((section) => section.folders);
  const rank = (path: string): number =>
    path === 'index.md' ? -1 : folders.indexOf(path.split('/')[0] ?? '');
  const name = (path: string): string => path.replace(/index\.md$/, '');
  return [...paths].sort((one, other) => rank(one) - rank(other) || (name(one) < name(other) ? -1 : 1));
}

/** A page without the settings at its head. */
const bodyOf = (markdown: string): string => markdown.replace(/^---\n[\s\S]*?\n---\n+/, '').trim();

/** The first sentence of a page, as plain text; `undefined` if the page does not begin with a short one. */
function noteOf(markdown: string): string | undefined {
  const [, paragraph = ''] =
    /^# .+\n+((?:(?![#<>|`~*-])|[`*](?![`*])).+(?:\n(?!\n).+)*)/m.exec(markdown) ?? [];
  const text = paragraph
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_]{1,2}(?=\S)([^*_]+)[*_]{1,2}/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const sentence = /^.+?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.');
  return sentence === undefined || sentence.length > MAX_NOTE_LENGTH ? undefined : sentence;
}
