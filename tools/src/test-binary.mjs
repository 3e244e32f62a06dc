// `npm test -- binary`: builds the tunnel server as one file, and runs the tests of its processes with it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { writeBinary } from './binary.mjs';
import { ROOT } from './projects.mjs';
import { formatTotals, readTotals, sumTotals } from './test-totals.mjs';

const SERVER = join(ROOT, 'apps/tunnel-server');
const MOST_BYTES = 100e6;
const STARTS = 11;

/** The tests that start the server as a process. */
const TESTS = ['main', 'delivery', 'policy', 'redis', 'restarts', 'policy-on-redis'];

const folder = mkdtempSync(join(tmpdir(), 'adit-binary-'));
const binary = join(folder, 'adit-tunnel');
const totals = [];

function check(name, isRight, found) {
  totals.push({ passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, skipped: 0 });
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${name}: ${found}`);
}

/** Milliseconds until it has printed its version, without Node's modules in the way. */
function startTime() {
  const start = performance.now();
  execFileSync(binary, ['--version'], { env: {} });
  return performance.now() - start;
}

try {
  execFileSync('npx', ['nx', 'run', 'tunnel-server:build'], {
    cwd: ROOT,
    env: { ...process.env, NX_TUI: 'false' },
    stdio: 'ignore',
  });
  await writeBinary(binary);
  const bytes = statSync(binary).size;
  check('at most 100 MB', bytes <= MOST_BYTES, `${(bytes / 1e6).toFixed(1)} MB`);
  const { version } = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8'));
  const printed = execFileSync(binary, ['--version'], { cwd: folder, env: {}, encoding: 'utf8' }).trim();
  check('prints its version in an empty environment', printed === version, printed);
  const times = Array.from({ length: STARTS }, startTime).sort((a, b) => a - b);
  console.log(`     starts in ${Math.round(times[STARTS >> 1])} ms (median of ${STARTS})`);

  const report = join(folder, 'report.json');
  const pattern = `src/(${TESTS.join('|')})\\.test\\.ts`;
  spawnSync('npx', ['jest', pattern, '--forceExit', '--json', `--outputFile=${report}`], {
    cwd: SERVER,
    env: { ...process.env, ADIT_TEST_BINARY: binary },
    stdio: 'inherit',
  });
  totals.push(readTotals(JSON.parse(readFileSync(report, 'utf8'))));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const sum = sumTotals(totals);
console.log(`\n${formatTotals(sum)}`);
process.exit(sum.failed === 0 ? 0 : 1);
