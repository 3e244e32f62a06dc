// `npm run simulate`: outages, recoveries and storms over 1 to 1,000 replicas. With `--write`, the tables go into docs/scale.md.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';
import { library } from './library.mjs';
import { TABLES } from './scenarios.mjs';
import { runTable, withTable } from './tables.mjs';

const DOCUMENT = join(ROOT, 'docs/scale.md');
const isToWrite = process.argv.includes('--write');

for (const name of Object.keys(TABLES)) {
  const { text } = await runTable(name, library);
  console.log(`${name}\n${text}\n`);
  if (isToWrite) writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8'), name, text));
}
if (isToWrite) execFileSync('npx', ['prettier', '--write', DOCUMENT], { cwd: ROOT });
