// `npm test -- web-budget`: `adit budget` finds that the built `apps/web` keeps its limits, and, as a control, that it misses a
// limit of scripts that is too low.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ROOT } from './projects.mjs';

const env = { ...process.env, CHROMIUM_PATH: ensureChromium() };

/** Runs the task, prints what it prints, and returns that. */
function run(...args) {
  const options = { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const { status, stdout } = spawnSync('npx', ['nx', 'run', 'web:adit-budget', ...args], options);
  process.stdout.write(stdout);
  return { status, stdout };
}

const { status } = run();
if (status !== 0) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'adit-web-budget-'));
try {
  const file = join(folder, 'too-low.json');
  writeFileSync(file, JSON.stringify({ scriptBytes: 1_000, links: 0 }));
  const control = run(`--budget=${file}`);
  const isFound = control.status === 1 && /✖ script-bytes .* limit 1,000/.test(control.stdout);
  console.log(isFound ? 'The limit that is too low is missed.' : 'The limit that is too low is not missed.');
  process.exitCode = isFound ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
