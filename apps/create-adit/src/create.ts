import { join, relative, resolve, basename } from 'node:path';
import { parseArgs } from 'node:util';
import { nextSteps, receiverSteps } from './next-steps.ts';
import { packageManagerOf } from './package-manager.ts';
import { packageNameOf } from './package-name.ts';
import { readManifest, refusalOf, writeApplication } from './write-application.ts';

export interface Template {
  readonly name: string;
  readonly title: string;
}

/** The parts of the running process that the command uses. */
export interface Host {
  /** The current folder. */
  readonly folder: string;
  /** `npm_config_user_agent`, which names the package manager. */
  readonly userAgent: string | undefined;
  readonly nodeVersion: string;
  /** The version of this package. */
  readonly version: string;
  /** The folder that holds a folder for each template. */
  readonly templatesFolder: string;
  readonly templates: readonly Template[];
  print(text: string): void;
  warn(text: string): void;
  /** Asks for a line of text; `undefined` if nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

/** An error in the use of the command. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

const DEFAULT_FOLDER = 'adit-app';

const listOf = (templates: readonly Template[]): string => {
  const width = Math.max(...templates.map(({ name }) => name.length));
  return templates.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}\n`).join('');
};

const helpOf = (templates: readonly Template[]): string => `Makes a running application with Adit.

Use: npm create adit [FOLDER] [TEMPLATE]
     npm create adit [FOLDER] -- --template TEMPLATE

  -t, --template NAME  the template
  -h, --help           prints this
  -v, --version        prints the version of create-adit

Templates:
${listOf(templates)}`;

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
    // Without `--`, npm keeps `--template` for itself and passes its value on.
    const [folder, template, ...others] = positionals;
    if (others.length > 0) throw new Error(`unexpected argument "${others.join(' ')}"`);
    return { ...values, folder, template: values.template ?? template };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function findTemplate(templates: readonly Template[], given: string): Template {
  const found = templates.find(({ name }, index) => given === name || given === String(index + 1));
  if (found) return found;
  throw new UsageError(
    `there is no template "${given}"; accepted: ${templates.map(({ name }) => name).join(', ')}`,
  );
}

async function chooseTemplate({ templates, ask }: Host, given: string | undefined): Promise<Template> {
  if (given !== undefined) return findTemplate(templates, given);
  if (!ask)
    throw new UsageError(
      `pass a template: npm create adit FOLDER TEMPLATE, with one of ${templates.map(({ name }) => name).join(', ')}`,
    );
  const list = templates.map(({ name, title }, index) => `  ${index + 1}. ${title} (${name})\n`).join('');
  return findTemplate(templates, (await ask(`${list}Template, by number or name [1]: `)).trim() || '1');
}

async function chooseFolder({ ask }: Host, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  return (await ask?.(`Folder [${DEFAULT_FOLDER}]: `))?.trim() || DEFAULT_FOLDER;
}

/** Whether a version is at least that of a range such as `>=22.17.0`. */
const isAtLeast = (version: string, range: string): boolean =>
  version.localeCompare(range.replace('>=', ''), 'en', { numeric: true }) >= 0;

const indent = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

async function make(host: Host, folderGiven: string | undefined, templateGiven: string | undefined) {
  const folder = resolve(host.folder, await chooseFolder(host, folderGiven));
  const refusal = refusalOf(folder);
  if (refusal !== undefined) throw new UsageError(`${refusal}; choose a new or an empty folder`);
  const template = await chooseTemplate(host, templateGiven);
  const source = join(host.templatesFolder, template.name);
  const { scripts, engines } = readManifest(source);
  const steps = {
    packageManager: packageManagerOf(host.userAgent),
    scripts,
    folder: relative(host.folder, folder),
  };
  const name = packageNameOf(basename(folder));
  const receiver = `Without SENTRY_DSN, nothing is reported. To see events without an account, run each line in a terminal of its own:`;
  writeApplication(
    source,
    folder,
    name,
    `# ${name}

Made by \`npm create adit\` from the template \`${template.name}\`: ${template.title}, with Adit.

\`\`\`sh
${nextSteps({ ...steps, folder: '' }).join('\n')}
\`\`\`

${receiver}

\`\`\`sh
${receiverSteps(steps).join('\n')}
\`\`\`

Then press the button that throws, or open the page that fails. The receiver prints \`event\` and the message of the error.
Set \`SENTRY_DSN\` to the DSN of your Sentry project to send events there.
`,
  );
  host.print(`\n${name} is in ${folder}, made from ${template.name}. Next:\n\n${indent(nextSteps(steps))}
${receiver}\n\n${indent(receiverSteps(steps))}`);
  if (engines !== undefined && !isAtLeast(host.nodeVersion, engines.node))
    host.warn(`\n${template.name} needs Node ${engines.node}; this is Node ${host.nodeVersion}.\n`);
}

/** Runs the command and returns its exit code: 2 for wrong use, 1 if the application cannot be written. */
export async function create(args: readonly string[], host: Host): Promise<number> {
  try {
    const { help, version, folder, template } = readArguments(args);
    if (help) host.print(helpOf(host.templates));
    else if (version) host.print(`create-adit ${host.version}\n`);
    else await make(host, folder, template);
    return 0;
  } catch (error) {
    host.warn(`create-adit: ${error instanceof UsageError ? error.message : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
