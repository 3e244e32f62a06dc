// `npm run bench:scrub`: the cost of scrubbing an event of 85 KB, compared with the cost of serialising it. Both are
// measured alternately in one process, so that the ratio holds if the machine's speed changes.
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from '../build.mjs';
import { median, readCount, takeTurns } from '../suite.mjs';
import { createEvent } from './event.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string' } } });
const runs = readCount(values, 'runs', 2_000);
const WARM_UP = 500;

const entry = fileURLToPath(new URL('../../../libs/policy/src/scrub/scrubber.ts', import.meta.url));
const { createScrubber } = await import(
  `data:text/javascript,${encodeURIComponent(await bundle({ entry }))}`
);

const clean = createEvent();
const withSecrets = createEvent({ secrets: true });
const { scrub } = createScrubber();
const subjects = {
  'JSON.stringify': () => JSON.stringify(clean),
  'scrub, an event without secrets': () => scrub(clean),
  'scrub, a secret in every tenth breadcrumb': () => scrub(withSecrets),
};

const times = await takeTurns({
  subjects: Object.keys(subjects).map((id) => ({ id })),
  rounds: runs,
  warmUp: WARM_UP,
  measure: ({ id }) => {
    const start = performance.now();
    subjects[id]();
    return performance.now() - start;
  },
});

const base = median(times['JSON.stringify']);
console.log(`${JSON.stringify(clean).length} bytes, ${runs} runs, minimum and median`);
for (const [name, numbers] of Object.entries(times)) {
  const time = median(numbers);
  console.log(
    `${name.padEnd(44)} ${Math.min(...numbers).toFixed(3)} ms   ${time.toFixed(3)} ms   ${(time / base).toFixed(2)} x JSON.stringify`,
  );
}
