import { allApplications } from '@adit/codebase';
import {
  builtChunksOf,
  builtTunnelPathOf,
  checkChunk,
  checkOnline,
  diagnose,
  exitCode,
  markMendable,
  planFixes,
  tunnelPathOf,
} from '@adit/doctor';
import { installCommand, planConversion, planRemoval, planSetup } from '@adit/setup';
import type { Abilities } from './cli.ts';
import { runBudget } from './commands/budget.ts';
import type { ChangeCommand } from './commands/change.ts';
import { runCheckPolicy } from './commands/check-policy.ts';
import { runMcp } from './commands/mcp.ts';
import { runSignPolicy } from './commands/sign-policy.ts';
import { runTail } from './commands/tail.ts';
import { runTryPolicy } from './commands/try-policy.ts';
import { UsageError } from './options.ts';
import { buildWords } from './show/build-words.ts';

/**
 * The commands of the program.
 *
 * @param env the variables of the environment
 * @param node the running version of Node
 */
export function createAbilities(env: NodeJS.ProcessEnv, node: string): Abilities {
  const errorsAfter: ChangeCommand['errorsAfter'] = (repository, files) =>
    diagnose(repository, files, { env, node }).findings.filter(({ level }) => level === 'error');
  const installLeft: ChangeCommand['installLeft'] = (repository, files) =>
    diagnose(repository, files, { env, node }).findings.some(
      ({ check, level }) => check === 'installed' && level === 'warning',
    )
      ? installCommand(repository.packageManager)
      : undefined;
  const tokenOf = ({ token }: { readonly token: string | undefined }): string | undefined =>
    token ?? env.ADIT_ADMIN_TOKEN ?? env.ADIT_ADMIN_CONTROL_TOKEN;
  const changes: Abilities['changes'] = [
    {
      name: 'init',
      summary:
        'Set up Adit in applications of Next.js, React Router, TanStack Start, SvelteKit, Astro and Nuxt',
      nothing: 'Adit is set up. There is nothing to write.',
      next: (opened, applications) =>
        `${buildWords(opened, applications)}, start the server with SENTRY_DSN, then run: npx @adit/cli doctor`,
      errorsAfter,
      installLeft,
      plan: planSetup,
    },
    {
      name: 'convert-sentry',
      raisesSdk: true,
      summary: "Move from the files of Sentry's wizard to Adit",
      nothing:
        "There is nothing to convert. To set up an application without Sentry's files, run: npx @adit/cli init",
      next: () => 'read the changes, then run: npx @adit/cli doctor',
      errorsAfter,
      plan: planConversion,
    },
    {
      name: 'remove',
      summary: 'Take Adit out again',
      nothing: 'Adit is not set up. There is nothing to do.',
      plan: planRemoval,
    },
  ];
  const doctor: Abilities['doctor'] = {
    diagnose: (repository, files) => diagnose(repository, files, { env, node }),
    markMendable: (report, repository, files) => markMendable(report, repository, files, { env, node }),
    planFixes,
    checkOnline: async (url, repository, files) => {
      const [application, other] = allApplications(repository);
      if (application === undefined || other !== undefined)
        throw new UsageError('--online checks one application; choose it with --app');
      // The tunnel of a kit has the default path.
      if ('framework' in application) return [await checkOnline({ url, application: application.folder })];
      const tunnelPath = tunnelPathOf(application, files);
      const online = await checkOnline({
        url,
        application: application.folder,
        builtTunnelPath: builtTunnelPathOf(application, files),
        ...(tunnelPath !== undefined && { tunnelPath }),
      });
      // The application must answer first.
      if (online.level === 'error') return [online];
      const built = builtChunksOf(application, files);
      return [online, await checkChunk({ url, built, application: application.folder })];
    },
    exitCode,
  };
  return {
    changes,
    doctor,
    tail: (eventId, options, host) =>
      runTail(eventId, { ...options, token: tokenOf(options) }, host, { fetch }),
    checkPolicy: runCheckPolicy,
    signPolicy: runSignPolicy,
    tryPolicy: (file, options, host) =>
      runTryPolicy(file, { ...options, token: tokenOf(options) }, host, fetch),
    budget: (paths, options, host) => runBudget(paths, options, host, env),
    mcp: (options, version, host) =>
      runMcp(
        { changes, doctor, fetch },
        { ...options, token: tokenOf(options) },
        version,
        host,
        process.stdin,
      ),
  };
}
