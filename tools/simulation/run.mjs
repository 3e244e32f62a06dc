// `npm run simulate`: outages, recoveries and storms over 1 to 1,000 replicas. With `--write`, the tables go into docs/scale.md;
// with `--json`, the results are printed for the test.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';
import { library } from './library.mjs';
import { TABLES } from './scenarios.mjs';
import { runTable, withTable } from './tables.mjs';
import { tiersTable } from './tiers.mjs';

const DOCUMENT = join(ROOT, 'docs/scale.md');
const isToWrite = process.argv.includes('--write');

const tables = { tiers: { text: tiersTable(), results: [] } };
for (const name of Object.keys(TABLES)) tables[name] = await runTable(name, library);

if (process.argv.includes('--json')) console.log(JSON.stringify(tables));
else for (const [name, { text }] of Object.entries(tables)) console.log(`${name}\n${text}\n`);
if (isToWrite) {
  const document = Object.entries(tables).reduce(
    (whole, [name, { text }]) => withTable(whole, name, text),
    readFileSync(DOCUMENT, 'utf8'),
  );
  writeFileSync(DOCUMENT, document);
  execFileSync('npx', ['prettier', '--write', DOCUMENT], { cwd: ROOT });
}
