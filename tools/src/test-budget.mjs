// `npm test -- budget [RUNS]`: how often `adit budget` finds each of four faults, RUNS (20) times each, and how often it
// finds one where there is none, ten times as often. Three run at once.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ROOT } from './projects.mjs';

const AT_ONCE = 3;
const FAULTS = { dead: 'clicks', reload: 'reloads', prefetch: 'prefetches', large: 'script-bytes' };

const runs = Number(process.argv[2] ?? 20);
const env = { ...process.env, CHROMIUM_PATH: ensureChromium() };
const build = spawnSync('npx', ['nx', 'build', 'cli'], { cwd: ROOT, stdio: 'inherit', env });
if (build.status !== 0) process.exit(1);

const APPLICATION = join(ROOT, 'apps/cli/testing/budget-application.mjs');
const folder = mkdtempSync(join(tmpdir(), 'adit-budget-'));
const start = `BUDGET_APPLICATION=1 "${process.execPath}" "${APPLICATION}"`;
writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
writeFileSync(join(folder, 'adit-budget.json'), JSON.stringify({ scriptBytes: 20_000, links: 1 }));

/** The measures that miss their limits, or the message of a run that failed. */
async function misses(fault) {
  const args = [join(ROOT, 'apps/cli/dist/main.js'), 'budget', '--json'];
  const options = { cwd: folder, env: { ...env, FAULT: fault ?? '' }, maxBuffer: 1e8 };
  const output = await new Promise((resolve) => {
    execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout));
  });
  const { measures, error } = JSON.parse(output);
  return measures?.filter(({ passed }) => !passed).map(({ measure }) => measure) ?? [error];
}

let wrong = 0;
let slowestMs = 0;
async function count(fault, times, expected) {
  let right = 0;
  const open = Array.from({ length: times }, (_, index) => index + 1);
  const work = async () => {
    for (let run = open.shift(); run !== undefined; run = open.shift()) {
      const startedAt = Date.now();
      const found = await misses(fault);
      slowestMs = Math.max(slowestMs, Date.now() - startedAt);
      if (String(found) === String(expected)) right += 1;
      else console.log(`${fault ?? 'no fault'}, run ${run}: found ${found.join(', ') || 'nothing'}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  wrong += times - right;
  console.log(`${fault ?? 'no fault'}: ${right} of ${times} right`);
}

try {
  for (const [fault, measure] of Object.entries(FAULTS)) await count(fault, runs, [measure]);
  await count(undefined, 10 * runs, []);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`The slowest run took ${(slowestMs / 1_000).toFixed(1)} s.`);
process.exit(wrong === 0 ? 0 : 1);
