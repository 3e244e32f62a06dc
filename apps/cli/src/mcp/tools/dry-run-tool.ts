import { z } from 'zod';
import { chooseApplications } from '../../choose-applications.ts';
import type { ChangeCommand } from '../../commands/change.ts';
import type { Host } from '../../host.ts';
import { openRepository } from '../../open-repository.ts';
import { diffOf } from '../../show/diff.ts';
import { coloursOf } from '../../show/colours.ts';
import { kindOf, planText } from '../../show/plan-text.ts';
import { defineTool, type Tool } from '../tool.ts';

/** The most characters of the diff of one file. */
const MAX_DIFF_LENGTH = 8_000;

/** Shows what a command would change. */
export function createDryRunTool(changes: readonly ChangeCommand[], host: Host): Tool {
  const names = changes.map(({ name }) => name) as [string, ...string[]];
  return defineTool({
    name: 'dry_run',
    title: 'Show what a command would change',
    description:
      'Shows what init (set up Adit), convert-sentry (move over from the files of Sentry’s wizard) or remove (take Adit out) would change, as a diff, and which steps are left to do by hand. It writes nothing: to write, run npx @adit/cli COMMAND --yes.',
    input: z.object({
      command: z.enum(names),
      app: z.string().max(500).optional().describe('Folder or name of one application. Default: all'),
    }),
    run: async ({ command, app }) => {
      const opened = openRepository(host.folder);
      const options = { app: app === undefined ? [] : [app], dryRun: true, yes: false };
      const applications = await chooseApplications(opened.repository, opened.within, options, host);
      const change = changes.find(({ name }) => name === command);
      const plan = change?.plan(opened.repository, opened.files, { applications });
      if (
        change === undefined ||
        plan === undefined ||
        (plan.changes.length === 0 && plan.steps.length === 0)
      )
        return { text: change?.nothing ?? `${command} is unknown` };
      const diffs = plan.changes.map((one) => shortened(diffOf(one)));
      return {
        text: [planText(plan, coloursOf(false)), ...diffs].join('\n'),
        data: {
          version: 1,
          command,
          applications,
          changes: plan.changes.map((one) => ({ path: one.path, kind: kindOf(one) })),
          steps: plan.steps,
        },
      };
    },
  });
}

function shortened(diff: string): string {
  if (diff.length <= MAX_DIFF_LENGTH) return diff;
  return `${diff.slice(0, diff.lastIndexOf('\n', MAX_DIFF_LENGTH))}\n… the rest of this diff is left out.\n`;
}
