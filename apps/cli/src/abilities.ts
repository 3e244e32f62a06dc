import {
  builtTunnelPathOf,
  checkOnline,
  diagnose,
  exitCode,
  markMendable,
  planConversion,
  planFixes,
  planRemoval,
  planSetup,
  tunnelPathOf,
} from '@adit/setup';
import type { Abilities } from './cli.ts';
import { runTail } from './commands/tail.ts';
import { UsageError } from './options.ts';

/**
 * All that the program can do.
 *
 * @param env the variables of the environment
 * @param node the version of Node that runs
 */
export const createAbilities = (env: NodeJS.ProcessEnv, node: string): Abilities => ({
  changes: [
    {
      name: 'init',
      summary: 'Set up Adit in Next.js applications',
      nothing: 'Adit is set up. There is nothing to do.',
      done: 'Done. Start the server with SENTRY_DSN, then run: npx @adit/cli doctor',
      plan: planSetup,
    },
    {
      name: 'convert-sentry',
      summary: "Move from the files of Sentry's wizard to Adit",
      nothing:
        "There is nothing to convert. To set up an application without Sentry's files, run: npx @adit/cli init",
      done: 'Done. Read the changes, then run: npx @adit/cli doctor',
      plan: planConversion,
    },
    {
      name: 'remove',
      summary: 'Take Adit out again',
      nothing: 'Adit is not set up. There is nothing to do.',
      done: 'Done.',
      plan: planRemoval,
    },
  ],
  doctor: {
    diagnose: (repository, files) => diagnose(repository, files, { env, node }),
    markMendable: (report, repository, files) => markMendable(report, repository, files, { env, node }),
    planFixes,
    checkOnline: async (url, repository, files) => {
      const [application, other] = repository.applications;
      if (application === undefined || other !== undefined)
        throw new UsageError('--online checks one application; choose it with --app');
      const tunnelPath = tunnelPathOf(repository, application, files);
      return [
        await checkOnline({
          url,
          application: application.folder,
          builtTunnelPath: builtTunnelPathOf(repository, application, files),
          ...(tunnelPath !== undefined && { tunnelPath }),
        }),
      ];
    },
    exitCode,
  },
  tail: (eventId, options, host) => {
    const token = options.token ?? env.ADIT_ADMIN_TOKEN ?? env.ADIT_ADMIN_CONTROL_TOKEN;
    return runTail(eventId, { ...options, token }, host, { fetch });
  },
});
