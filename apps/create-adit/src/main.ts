#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { create, type Template } from './create.ts';

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

const { stdin, stdout, stderr, env, versions } = process;

/** The answer to a question. Ctrl+C and the end of input end the process before anything is written. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stdout });
  const end = (): never => process.exit(130);
  lines.on('close', end);
  const answer = await lines.question(question);
  lines.off('close', end);
  lines.close();
  return answer;
}

process.exitCode = await create(process.argv.slice(2), {
  folder: process.cwd(),
  userAgent: env.npm_config_user_agent,
  nodeVersion: versions.node,
  version: (readJson('../package.json') as { version: string }).version,
  templatesFolder: fileURLToPath(new URL('templates', import.meta.url)),
  templates: readJson('../templates.json') as Template[],
  print: (text) => void stdout.write(text),
  warn: (text) => void stderr.write(text),
  ask: stdin.isTTY && stdout.isTTY && !env.CI ? ask : undefined,
});
