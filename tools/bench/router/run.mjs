// npm run bench:router: the router beside its peers, in Node and in Chromium. A full run writes docs/benchmarks/router.md
// and its chart.
import { fileURLToPath } from 'node:url';
import { drawChart } from './chart.mjs';
import { writeReport } from './report.mjs';
import { SECTIONS } from './sections.mjs';
import {
  choose,
  describeMachine,
  ensureChromium,
  keepResults,
  readCount,
  readLast,
  runSuite,
} from './shared.mjs';
import { judgeBars } from './summary.mjs';
import { readVersions } from './versions.mjs';

const HELP = `npm run bench:router -- [options]
  --only a,b        of ${SECTIONS.map(({ id }) => id).join(', ')}; the others keep the last run's figures
  --navigations n   in the search for dead clicks (1000)
  --runs n          of Next's page of 500 links, in each variant and network (5)
  --quick           50 navigations, 1 run
  --report          write the documents from the last run's figures, measuring nothing`;

const HERE = fileURLToPath(new URL('.', import.meta.url));

function read(values) {
  return {
    navigations: readCount(values, 'navigations', values.quick ? 50 : 1_000),
    runs: readCount(values, 'runs', values.quick ? 1 : 5),
    sections: choose(SECTIONS, values.only),
  };
}

/** One section after the other: none runs beside another. */
async function run({ sections, ...options }) {
  process.env.CHROMIUM_PATH = ensureChromium();
  const results = { ...readLast(HERE), versions: await readVersions(), machine: describeMachine() };
  for (const { id, label, measure } of sections) {
    console.log(`\n${label}`);
    results[id] = await measure(options);
    console.table(results[id]);
    keepResults(HERE, results);
  }
  return results;
}

function conclude(results) {
  const bars = judgeBars(results);
  return {
    lines: bars.map(({ measure, value, verdict }) => `${verdict}: ${measure}: ${value}`),
    text: () => writeReport({ ...results, bars }),
    chart: () => drawChart(results),
  };
}

await runSuite({
  name: 'router',
  folder: HERE,
  help: HELP,
  options: ['only', 'navigations', 'runs'],
  read,
  run,
  conclude,
});
