#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createAbilities } from './abilities.ts';
import { runCli } from './cli.ts';
import { createNodeHost } from './node-host.ts';

const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

process.exitCode = await runCli(
  process.argv.slice(2),
  createAbilities(process.env, process.versions.node),
  (manifest as { version: string }).version,
  createNodeHost(process),
);
