// npm run bench:router: the router beside its peers, in Node and in Chromium. A full run writes docs/benchmarks/router.md
// and its chart.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawChart } from './chart.mjs';
import { writeReport } from './report.mjs';
import { SECTIONS } from './sections.mjs';
import { choose, describeMachine, ensureChromium, readCount, writeDocuments } from './shared.mjs';
import { judgeBars } from './summary.mjs';
import { readVersions } from './versions.mjs';

const HELP = `npm run bench:router -- [options]
  --only a,b        of ${SECTIONS.map(({ id }) => id).join(', ')}; the others keep the last run's figures
  --navigations n   in the search for dead clicks (1000)
  --runs n          of Next's page of 500 links, in each variant and network (5)
  --quick           50 navigations, 1 run
  --report          write the documents from the last run's figures, measuring nothing`;

const HERE = fileURLToPath(new URL('.', import.meta.url));
const RESULTS = join(HERE, 'test-output/results.json');

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      navigations: { type: 'string' },
      runs: { type: 'string' },
      quick: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick } = values;
  return {
    ...values,
    navigations: readCount(values, 'navigations', quick ? 50 : 1_000),
    runs: readCount(values, 'runs', quick ? 1 : 5),
    sections: choose(SECTIONS, values.only),
  };
}

function readLast() {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch {
    return {};
  }
}

/** One section after the other: none runs beside another. */
async function run({ sections, ...options }) {
  process.env.CHROMIUM_PATH = ensureChromium();
  const results = { ...readLast(), versions: await readVersions(), machine: describeMachine() };
  for (const { id, label, measure } of sections) {
    console.log(`\n${label}`);
    results[id] = await measure(options);
    console.table(results[id]);
    mkdirSync(join(HERE, 'test-output'), { recursive: true });
    writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  }
  return results;
}

async function main() {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }
  const results = options.report ? readLast() : await run(options);
  const bars = judgeBars(results);
  console.log('');
  for (const { measure, value, verdict } of bars) console.log(`${verdict}: ${measure}: ${value}`);
  if (!options.quick)
    await writeDocuments({
      name: 'router',
      text: writeReport({ ...results, bars }),
      chart: drawChart(results),
    });
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
