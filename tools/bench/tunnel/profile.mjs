// node tools/bench/tunnel/profile.mjs: the CPU use of a subject under load, by self time.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { contextFor, prepare } from './setting.mjs';
import { SUBJECTS } from './subjects.mjs';

const { values } = parseArgs({
  options: {
    subject: { type: 'string', default: 'standalone' },
    scenario: { type: 'string', default: 'error' },
    seconds: { type: 'string', default: '8' },
    top: { type: 'string', default: '40' },
  },
});
/** V8 writes the profile when the process exits by itself, which not every subject does on a signal. */
const EXIT_ON_SIGNAL = "data:text/javascript,process.once('SIGTERM', () => process.exit())";

const seconds = Number(values.seconds);
const subject = SUBJECTS.find(({ id }) => id === values.subject);
const folder = mkdtempSync(join(tmpdir(), 'adit-profile-'));
chmodSync(folder, 0o755); // nginx's worker is another user
const scenario = SCENARIOS.find(({ id }) => id === values.scenario);
const { bodyFile, ingest } = await prepare({ scenario, folder });
const result = await measure({
  subject,
  scenario,
  ingest,
  bodyFile,
  seconds,
  warmUpSeconds: 2,
  context: contextFor({
    subject,
    folder: join(folder, 'subject'),
    nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--import', EXIT_ON_SIGNAL],
  }),
});
await ingest.stop();

// A start that the configuration aborted left a profile too; that of the loaded process is by far the largest.
const sizeOf = (name) => statSync(join(folder, name)).size;
const [largest] = readdirSync(folder)
  .filter((name) => name.endsWith('.cpuprofile'))
  .sort((a, b) => sizeOf(b) - sizeOf(a));
if (largest === undefined) throw new Error(`no profile was written: ${result.problems.join('; ')}`);
const profile = JSON.parse(readFileSync(join(folder, largest), 'utf8'));
const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
const selfTimes = new Map();
// Start and warm-up are left out. The time after the load is idle.
const loadStart = profile.endTime - (seconds + 1) * 1e6;
let now = profile.startTime;
profile.samples.forEach((id, index) => {
  now += profile.timeDeltas[index];
  if (now < loadStart) return;
  const { functionName, url, lineNumber } = nodes.get(id);
  const file = url.replace(/^file:\/\/.*?(?=\/(?:libs|apps|tools|node_modules)\/)/, '');
  const key = `${functionName || '(anonymous)'} ${file && `${file}:${lineNumber + 1}`}`.trim();
  selfTimes.set(key, (selfTimes.get(key) ?? 0) + profile.timeDeltas[index]);
});
const busy = [...selfTimes].reduce((sum, [key, time]) => sum + (key === '(idle)' ? 0 : time), 0);
const isBusy = ([key]) => key !== '(idle)';

console.log(
  `${subject.id}: ${Math.round(result.requestsPerSecond)} req/s, ${result.cpuMicroseconds?.toFixed(1)} µs of CPU each while profiled`,
);
console.log([...result.problems, ...result.notes].join('; '));
for (const [key, time] of [...selfTimes]
  .filter(isBusy)
  .sort(([, a], [, b]) => b - a)
  .slice(0, Number(values.top)))
  console.log(`${((100 * time) / busy).toFixed(1).padStart(5)} %  ${key}`);
console.log(`\n${join(folder, largest)}`);
