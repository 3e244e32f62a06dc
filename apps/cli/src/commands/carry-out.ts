import { posix } from 'node:path';
import { applyPlan, invertPlan, type Files, type Plan } from '@adit/codebase';
import { installCommand, olderSentryCommands } from '@adit/setup';
import { LOCK_FILES } from '../find-root.ts';
import { committedText, uncommittedPaths } from '../git.ts';
import type { Host } from '../host.ts';
import { type OpenRepository } from '../open-repository.ts';
import { type Options, UsageError } from '../options.ts';
import { coloursOf } from '../show/colours.ts';
import { colourDiff, diffOf } from '../show/diff.ts';
import { planText } from '../show/plan-text.ts';

/** The result of carrying out a plan. */
export interface Outcome {
  /** Whether all changes are written. */
  readonly written: boolean;
  /** The command that installs the packages, and its exit code if it ran. */
  readonly install?: { readonly command: string; readonly exitCode?: number };
}

const NOT_WRITTEN: Outcome = { written: false };

/** Writes all changes or, if one fails, none. */
function writeAll(files: Files, plan: Plan): void {
  try {
    applyPlan(files, plan);
  } catch (error) {
    const done = plan.changes.filter(({ path, after }) => files.read(path) === after);
    applyPlan(files, invertPlan({ changes: done, steps: [] }));
    throw error;
  }
}

/** Any supported version works. The newest one, or its dependencies, may not be available yet. */
const wayOut = (commands: readonly string[]): string =>
  commands.length === 0
    ? ''
    : `If the newest SDK of Sentry or a package that it needs cannot be installed, an older one will do. There, run:\n${commands.map((command) => `  ${command}\n`).join('')}`;

function install(
  plan: Plan,
  { root, repository, files }: OpenRepository,
  { install, json }: Options,
  host: Host,
): Outcome {
  const command = installCommand(repository.packageManager, host.isCi ? files : undefined);
  if (!install) {
    if (!json) host.print(`Now run: ${command}\n`);
    return { written: true, install: { command } };
  }
  if (!json) host.print(`\n$ ${command}\n`);
  const exitCode = host.run(command, root, json);
  if (exitCode !== 0)
    host.warn(
      `${command} failed with exit code ${exitCode}. Its reason is printed above. The files are written. Mend the reason and run ${command} in ${root}.\n${wayOut(olderSentryCommands(plan, repository))}`,
    );
  return { written: true, install: { command, exitCode } };
}

/** Files that contain version ranges of packages. */
const MANIFEST = /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|\.yarnrc\.yml)$/;

const changesPackages = ({ changes }: Plan): boolean => changes.some(({ path }) => MANIFEST.test(path));

/**
 * Whether Git has uncommitted changes other than those that this plan reverts: `remove` after an uncommitted `init`. A
 * lock file belongs to its `package.json`.
 */
function hasOtherChanges(root: string, plan: Plan): boolean {
  const texts = new Map(plan.changes.map(({ path, after }) => [path, after]));
  const isTakenBack = (path: string): boolean =>
    (texts.has(path) && committedText(root, path) === texts.get(path)) ||
    (LOCK_FILES.includes(posix.basename(path)) && changesPackages(plan));
  return !uncommittedPaths(root).every(isTakenBack);
}

/**
 * Shows a plan, asks whether to write it, writes it and installs the packages.
 * @throws UsageError if a question is required and nobody can be asked
 */
export async function carryOut(
  plan: Plan,
  opened: OpenRepository,
  options: Options,
  host: Host,
): Promise<Outcome> {
  const colours = coloursOf(host.hasColours);
  if (!options.json) host.print(planText(plan, colours));
  if (plan.changes.length === 0) return NOT_WRITTEN;
  if (options.dryRun) {
    const diffs = plan.changes.map(diffOf).map((diff) => (host.hasColours ? colourDiff(diff) : diff));
    if (!options.json) host.print(`\n${diffs.join('')}`);
    return NOT_WRITTEN;
  }
  if (hasOtherChanges(opened.root, plan))
    host.warn('Git has changes that are not committed. Commit them first to see what Adit changes.\n');
  const files = `${plan.changes.length} file${plan.changes.length === 1 ? '' : 's'}`;
  if (!options.yes) {
    if (!host.canAsk)
      throw new UsageError(`pass --yes to write ${files}, or --dry-run to see what would change`);
    if (!(await host.confirm(`Write ${files}?`))) {
      host.print('Nothing is written.\n');
      return NOT_WRITTEN;
    }
  }
  writeAll(opened.files, plan);
  if (!options.json) host.print(`${files} written.\n`);
  return changesPackages(plan) ? install(plan, opened, options, host) : { written: true };
}
