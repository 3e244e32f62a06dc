#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { diagnose, exitCode, planSetup } from '@adit/setup';
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
      planFixes: planSetup,
      checkOnline: () => Promise.reject(new UsageError('--online is not there yet')),
      exitCode,
    },
  },
  (manifest as { version: string }).version,
  createNodeHost(process),
);
