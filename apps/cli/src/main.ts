#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { checkOnline, diagnose, exitCode, planFixes, planSetup, tunnelPathOf } from '@adit/setup';
import { runCli } from './cli.ts';
import { createNodeHost } from './node-host.ts';
import { UsageError } from './options.ts';

const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

process.exitCode = await runCli(
  process.argv.slice(2),
  {
    changes: [
      {
        name: 'init',
        summary: 'Set up Adit in Next.js applications',
        nothing: 'Adit is set up. There is nothing to do.',
        done: 'Done. Start the server with SENTRY_DSN, then run: npx @adit/cli doctor',
        plan: planSetup,
      },
    ],
    doctor: {
      diagnose: (repository, files) =>
        diagnose(repository, files, { env: process.env, node: process.versions.node }),
      planFixes,
      checkOnline: async (url, repository, files) => {
        const [application, other] = repository.applications;
        if (application === undefined || other !== undefined)
          throw new UsageError('--online checks one application; choose it with --app');
        const tunnelPath = tunnelPathOf(repository, application, files);
        const target = {
          url,
          application: application.folder,
          ...(tunnelPath !== undefined && { tunnelPath }),
        };
        return [await checkOnline(target)];
      },
      exitCode,
    },
  },
  (manifest as { version: string }).version,
  createNodeHost(process),
);
