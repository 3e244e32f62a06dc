// `npm run test:setup [-- all | NAME…] [--wizard] [--write]`: tries the set-up in repositories that the field's own tools make,
// from packed packages. Without names, a sample. `--wizard` also runs Sentry's wizard in each; `--write` keeps the rows in
// docs/benchmarks/setup.json and draws docs/benchmarks/setup.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startIngest } from '../src/kept-ingest.mjs';
import { packAll } from '../src/pack.mjs';
import { ROOT } from '../src/projects.mjs';
import { thisRun } from '../src/this-run.mjs';
import { drawTable } from './document.mjs';
import { REPOSITORIES, SAMPLE, run } from './repositories.mjs';
import { tryRepository } from './try-repository.mjs';

const RESULTS = join(ROOT, 'docs/benchmarks/setup.json');
const DOCUMENT = join(ROOT, 'docs/benchmarks/setup.md');
const PNPM = 'pnpm@10';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { wizard: { type: 'boolean' }, write: { type: 'boolean' }, keep: { type: 'boolean' } },
});
const names = positionals.includes('all')
  ? [...REPOSITORIES.keys()]
  : positionals.length > 0
    ? positionals
    : SAMPLE;
const unknown = names.filter((name) => !REPOSITORIES.has(name));
if (unknown.length > 0) {
  console.error(
    `There is no repository named ${unknown.join(', ')}. There are:\n${[...REPOSITORIES.keys()].join('\n')}`,
  );
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'adit-setup-'));
const tarballs = join(work, 'tarballs');
const tools = join(work, 'tools');
run('npx', ['nx', 'run-many', '-t', 'build', '-p', 'next,cli,nx-plugin,tunnel-server'], ROOT, {
  env: { ...process.env, NX_TUI: 'false' },
});
packAll(tarballs);

// A process of its own: this one waits for its children without answering anyone.
const registry = spawn(process.execPath, [join(ROOT, 'tools/src/static-registry.mjs'), tarballs], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [address] = await once(registry.stdout, 'data');

const env = {
  ...process.env,
  PATH: `${join(tools, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  npm_config_registry: String(address).trim(),
  npm_config_yes: 'true',
  NEXT_FONT_GOOGLE_MOCKED_RESPONSES: join(import.meta.dirname, 'fonts.cjs'),
  NEXT_TELEMETRY_DISABLED: '1',
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  SENTRY_DSN: '',
};
// npm hands these to its scripts; the commands of the matrix must not inherit them.
for (const name of Object.keys(env))
  if (/^npm_(package|lifecycle|execpath)|^INIT_CWD$/.test(name)) delete env[name];

mkdirSync(tools);
const commands = ['@adit/cli', ...(names.some((name) => name.includes('pnpm')) ? [PNPM] : [])];
run('npm', ['install', '--prefix', tools, ...commands], work, { env });
const ingest = await startIngest();

const rows = {};
for (const name of names) {
  const folder = join(work, name.replace(/\W+/g, '-').toLowerCase());
  const withSentrysWizard = values.wizard && !name.startsWith('wizard');
  const row = await tryRepository({ make: REPOSITORIES.get(name), folder, env, ingest, withSentrysWizard });
  rows[name] = row;
  console.log(row.passed ? `✔ ${name}` : `✖ ${name}\n${row.failure}`);
  if (values.write) {
    const known = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
    // A run without the wizard keeps what an earlier one says of it.
    const merged = {
      ...known,
      [name]: { ...(known[name]?.wizard && { wizard: known[name].wizard }), ...row },
    };
    const ordered = Object.fromEntries(
      [...REPOSITORIES.keys()].filter((key) => merged[key]).map((key) => [key, merged[key]]),
    );
    writeFileSync(RESULTS, `${JSON.stringify(ordered, null, 2)}\n`);
    writeFileSync(DOCUMENT, drawTable(ordered, thisRun()));
    run('npx', ['prettier', '--write', DOCUMENT, RESULTS], ROOT);
  }
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}
registry.kill();
ingest.close();
if (!values.keep) rmSync(work, { recursive: true, force: true });
const passed = Object.values(rows).filter((row) => row.passed).length;
console.log(`${passed} passed, ${names.length - passed} failed, 0 skipped`);
process.exit(passed === names.length ? 0 : 1);
