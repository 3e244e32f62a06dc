// `npm run bench:scrub`: what scrubbing costs an event of 90 KB, beside what serialising it costs.
// Both are measured in turns in one process, so that the ratio holds if the machine's speed changes.
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { readCount } from '../options.mjs';
import { createEvent } from './event.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string' } } });
const runs = readCount(values, 'runs', 2_000);
const WARM_UP = 500;

const entry = fileURLToPath(
  new URL('../../../libs/monitoring-config/src/scrub/scrubber.ts', import.meta.url),
);
const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
const { createScrubber } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);

const clean = createEvent();
const withSecrets = createEvent({ secrets: true });
const { scrub } = createScrubber();
const subjects = {
  'JSON.stringify': () => JSON.stringify(clean),
  'scrub, an event without secrets': () => scrub(clean),
  'scrub, a secret in every tenth breadcrumb': () => scrub(withSecrets),
};

const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
for (let run = -WARM_UP; run < runs; run += 1) {
  for (const [name, subject] of Object.entries(subjects)) {
    const start = performance.now();
    subject();
    if (run >= 0) times[name].push(performance.now() - start);
  }
}

const sorted = (numbers) => numbers.toSorted((a, b) => a - b);
const median = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];
const base = median(times['JSON.stringify']);
console.log(`${JSON.stringify(clean).length} bytes, ${runs} runs, minimum and median`);
for (const [name, numbers] of Object.entries(times)) {
  const time = median(numbers);
  console.log(
    `${name.padEnd(44)} ${sorted(numbers)[0].toFixed(3)} ms   ${time.toFixed(3)} ms   ${(time / base).toFixed(2)} x JSON.stringify`,
  );
}
