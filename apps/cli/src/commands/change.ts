import type { Files, Plan, PlanOptions, Repository } from '@adit/setup';
import { chooseApplications } from '../choose-applications.ts';
import type { Host } from '../host.ts';
import { openRepository } from '../open-repository.ts';
import type { Options } from '../options.ts';
import { diffOf } from '../show/diff.ts';
import { kindOf } from '../show/plan-text.ts';
import { carryOut, type Outcome } from './carry-out.ts';

/** A command that makes a plan and carries it out. */
export interface ChangeCommand {
  readonly name: string;
  /** What it says if there is nothing to do. */
  readonly nothing: string;
  /** What it says when all is done. */
  readonly done: string;
  plan(repository: Repository, files: Files, options: PlanOptions): Plan;
}

/** What `--json` prints. `version` changes if a field changes its meaning. */
function jsonOf(command: string, applications: readonly string[], plan: Plan, outcome: Outcome): string {
  const changes = plan.changes.map((change) => ({
    path: change.path,
    kind: kindOf(change),
    diff: diffOf(change),
  }));
  const result = { version: 1, command, applications, changes, steps: plan.steps, ...outcome };
  return `${JSON.stringify(result, undefined, 2)}\n`;
}

/** Runs a command that changes files, and returns its exit code: 1 if something is left to do. */
export async function runChange(command: ChangeCommand, options: Options, host: Host): Promise<number> {
  const opened = openRepository(host.folder);
  const applications = await chooseApplications(opened.repository, opened.within, options, host);
  if (applications.length === 0) {
    host.print('Nothing is written.\n');
    return 1;
  }
  const plan = command.plan(opened.repository, opened.files, { applications });
  const outcome = await carryOut(plan, opened, options, host);
  const byHand = plan.steps.filter((step) => step.byHand !== undefined).length;
  if (options.json) host.print(jsonOf(command.name, applications, plan, outcome));
  else if (plan.changes.length === 0 && byHand === 0) host.print(`${command.nothing}\n`);
  else if (outcome.written && byHand === 0 && !outcome.install?.exitCode) host.print(`${command.done}\n`);

  if (byHand > 0) return 1;
  if (options.dryRun || plan.changes.length === 0) return 0;
  return outcome.written && !outcome.install?.exitCode ? 0 : 1;
}
