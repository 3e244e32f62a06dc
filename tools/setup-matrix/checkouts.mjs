// `node tools/setup-matrix/checkouts.mjs FOLDER [--write]`: tries the set-up in each checkout of the folder, in memory.
// Nothing is written there. FOLDER contains third-party repositories, named OWNER+NAME. `--write` keeps the rows in
// docs/benchmarks/setup-checkouts.json and writes docs/benchmarks/setup.md.
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createFolderFiles } from './built.mjs';
import { ROOT } from '../src/projects.mjs';
import { thisRun } from '../src/this-run.mjs';
import { CHECKOUTS, readJson, writeDocument } from './document.mjs';
import { tryCheckout } from './try-checkout.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Name the folder of the checkouts: node tools/setup-matrix/checkouts.mjs FOLDER');
  process.exit(2);
}

const rows = [];
for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const found = tryOne(name.replace('+', '/'), join(folder, name));
  for (const row of found) console.log(shown(row));
  rows.push(...found);
}
if (values.write) {
  const { ways } = readJson(CHECKOUTS) ?? {};
  writeFileSync(CHECKOUTS, `${JSON.stringify({ run: thisRun(), rows, ways }, undefined, 2)}\n`);
  writeDocument();
  spawnSync('npx', ['prettier', '--write', CHECKOUTS], { cwd: ROOT });
}
process.exitCode = rows.every(({ wrong }) => wrong.length === 0) ? 0 : 1;

function tryOne(name, path) {
  try {
    return tryCheckout(createFolderFiles(path)).map((row) => ({ name, ...row }));
  } catch (error) {
    return [
      { name, application: '', command: '–', versions: [], isDone: false, steps: [], wrong: [String(error)] },
    ];
  }
}

function shown({ name, application, command, versions, isDone, steps, wrong }) {
  const head = `${name} ${application} (${versions.join(', ')}) ${command}: ${isDone ? 'set up' : 'stays'}, ${steps.length} steps by hand`;
  return [head, ...steps.map((step) => `  step: ${step}`), ...wrong.map((one) => `  WRONG: ${one}`)].join(
    '\n',
  );
}
