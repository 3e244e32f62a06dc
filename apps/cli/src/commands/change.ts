import { onlyApplications, type Files, type Plan, type Repository } from '@adit/codebase';
import type { Finding } from '@adit/doctor';
import type { ConversionOptions } from '@adit/setup';
import { chooseApplications } from '../choose-applications.ts';
import type { Host } from '../host.ts';
import { type OpenRepository, openRepository } from '../open-repository.ts';
import type { Options } from '../options.ts';
import { diffOf } from '../show/diff.ts';
import { coloursOf } from '../show/colours.ts';
import { leftText } from '../show/findings-text.ts';
import { kindOf } from '../show/plan-text.ts';
import { carryOut, type Outcome } from './carry-out.ts';

/** A command that makes a plan and carries it out. */
export interface ChangeCommand {
  readonly name: string;
  /** Whether it may raise Sentry's SDK: `--sdk 11`. */
  readonly raisesSdk?: boolean;
  /** The message if there is nothing to do. */
  readonly nothing: string;
  /** The steps left to the user after everything is written, as words that follow “now” or “then”. Default: none. */
  next?(opened: OpenRepository, applications: readonly string[]): string;
  /**
   * The command that installs the packages that are named but not installed, if there are any. A command that has it says `next` and the
   * errors of the doctor also if there is nothing to do: an earlier run may have ended before.
   */
  installLeft?(repository: Repository, files: Files): string | undefined;
  /** The errors that the doctor finds after everything is written. Default: not checked. */
  errorsAfter?(repository: Repository, files: Files): readonly Finding[];
  plan(repository: Repository, files: Files, options: ConversionOptions): Plan;
}

/** The output of `--json`. `version` changes if a field changes its meaning. */
function jsonOf(
  command: string,
  applications: readonly string[],
  plan: Plan,
  outcome: Outcome & { readonly errors?: readonly Finding[] },
): string {
  const changes = plan.changes.map((change) => ({
    path: change.path,
    kind: kindOf(change),
    diff: diffOf(change),
  }));
  const result = { version: 1, command, applications, changes, steps: plan.steps, ...outcome };
  return `${JSON.stringify(result, undefined, 2)}\n`;
}

/**
 * The last line, which begins with `done`. If the install is left to the user, it comes first; its command was printed before.
 */
function lastWords({ install }: Outcome, next: string | undefined, done = 'Done. '): string {
  if (install === undefined || install.exitCode !== undefined)
    return next === undefined ? `${done.trimEnd()}\n` : `${done}Now ${next}\n`;
  return next === undefined ? '' : `Then ${next}\n`;
}

/** Runs a command that changes files, and returns its exit code: 1 if steps are left to the user. */
export async function runChange(command: ChangeCommand, options: Options, host: Host): Promise<number> {
  const opened = openRepository(host.folder);
  const applications = await chooseApplications(opened.repository, opened.within, options, host);
  if (applications.length === 0) {
    host.print('Nothing is written.\n');
    return 1;
  }
  const plan = command.plan(opened.repository, opened.files, {
    applications,
    ...(options.sdk && { sdk: 11 }),
  });
  const byHand = plan.steps.filter((step) => step.byHand !== undefined).length;
  const isNothing = plan.changes.length === 0 && byHand === 0;
  const isSaidAgain = isNothing && command.installLeft !== undefined;
  const carriedOut = await carryOut(plan, opened, options, host);
  const outcome = isSaidAgain ? { ...carriedOut, ...installLeft(command, applications, host) } : carriedOut;
  const errors = outcome.written || isSaidAgain ? errorsAfter(command, applications, host) : undefined;
  if (options.json)
    host.print(jsonOf(command.name, applications, plan, { ...outcome, ...(errors && { errors }) }));
  else {
    const next = command.next?.(opened, applications);
    if (isNothing) host.print(`${command.nothing}\n`);
    if (isSaidAgain && outcome.install) host.print(`Now run: ${outcome.install.command}\n`);
    if (errors && errors.length > 0) host.print(leftText(errors, coloursOf(host.hasColours)));
    else if (isSaidAgain) host.print(lastWords(outcome, next, ''));
    else if (outcome.written && byHand === 0 && !outcome.install?.exitCode)
      host.print(lastWords(outcome, next));
  }

  if (byHand > 0 || (errors && errors.length > 0)) return 1;
  if (options.dryRun || plan.changes.length === 0) return 0;
  return outcome.written && !outcome.install?.exitCode ? 0 : 1;
}

/** The install that an earlier run left to the user. */
function installLeft(command: ChangeCommand, folders: readonly string[], host: Host): Partial<Outcome> {
  const left = command.installLeft?.(...chosenIn(folders, host));
  return left === undefined ? {} : { install: { command: left } };
}

/** The remaining errors of the chosen applications; `undefined` if the command does not check for them. */
const errorsAfter = (
  command: ChangeCommand,
  folders: readonly string[],
  host: Host,
): readonly Finding[] | undefined => command.errorsAfter?.(...chosenIn(folders, host));

/** The chosen applications, read anew. */
function chosenIn(folders: readonly string[], host: Host): [Repository, Files] {
  const { repository, files } = openRepository(host.folder);
  return [onlyApplications(repository, folders), files];
}
