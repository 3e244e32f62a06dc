// npm run bench:client: one page without monitoring, with Sentry's set-up and with ours. A full run writes
// docs/benchmarks/client.md and its chart.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build, readVersions, serve } from './builds.mjs';
import { drawChart } from './chart.mjs';
import { measureDelivery } from './delivery.mjs';
import { measureFirstLoad } from './first-load.mjs';
import { measureLoad } from './load.mjs';
import { withUnit, writeReport } from './report.mjs';
import { describeMachine, ensureChromium, readCount, writeDocuments } from './shared.mjs';
import { judgeBars, summarise } from './summary.mjs';
import { VARIANTS } from './variants.mjs';

const HELP = `npm run bench:client -- [options]
  --loads n         interleaved page loads of each variant, of which the median counts (15)
  --repetitions n   errors thrown at each moment in each variant (20)
  --closed n        errors thrown before the tab is closed (100)
  --quick           2 loads, 2 errors
  --no-build        measure what is built already
  --write           write the documents after a quick run too
  --report          write the documents from the last run's figures, measuring nothing`;

const HERE = fileURLToPath(new URL('.', import.meta.url));
const RESULTS = join(HERE, 'test-output/results.json');

function readOptions() {
  const { values } = parseArgs({
    options: {
      loads: { type: 'string' },
      repetitions: { type: 'string' },
      closed: { type: 'string' },
      quick: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick } = values;
  const count = (name, usual) => readCount(values, name, quick ? 2 : usual);
  return {
    ...values,
    rounds: count('loads', 15),
    repetitions: count('repetitions', 20),
    closed: count('closed', 100),
  };
}

const fixed = (value) => value.toFixed(0).padStart(5);

/** All rounds: within each every variant once, so that a slow spell of the machine meets them all. */
async function measureLoads({ browser, fronts, rounds }) {
  const loads = Object.fromEntries(VARIANTS.map(({ id }) => [id, []]));
  // Round 0 has Next and the browser do what they do only once.
  for (let round = 0; round <= rounds; round += 1) {
    console.log(round === 0 ? '\nWarming up' : `\nLoads, round ${round} of ${rounds}`);
    // Another one goes first each time, so that none always follows the same.
    const shift = round % VARIANTS.length;
    for (const { id, sends } of [...VARIANTS.slice(shift), ...VARIANTS.slice(0, shift)]) {
      const load = await measureLoad({ browser, front: fronts[id], sends });
      if (round > 0) loads[id].push(load);
      console.log(
        `  ${id.padEnd(16)} blocking ${fixed(load.blocking)} ms  LCP ${fixed(load.lcp)} ms  main thread ${fixed(load.mainThread)} ms  scripts ${fixed(load.scriptBytes / 1_000)} KB  ${load.problems.join('; ')}`,
      );
    }
  }
  return loads;
}

async function measureAll({ browser, fronts, rounds, repetitions, closed }) {
  const versions = readVersions(browser);
  console.log(
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
  );
  const firstLoads = {};
  for (const { id } of VARIANTS) {
    firstLoads[id] = await measureFirstLoad(`${fronts[id].url}/`);
    const added = firstLoads[id].scriptBytes - firstLoads.none.scriptBytes;
    console.log(`  ${id.padEnd(16)} first load ${firstLoads[id].scriptBytes} B, ${added} B added`);
  }
  const loads = await measureLoads({ browser, fronts, rounds });
  console.log('\nErrors');
  const variants = VARIANTS.filter(({ sends }) => sends);
  const delivery = await measureDelivery({ browser, fronts, variants, repetitions, closed });
  const machine = describeMachine();
  return { loads, firstLoads, delivery, versions, machine, rounds, repetitions, closed };
}

async function run({ 'no-build': noBuild, ...options }) {
  const executablePath = ensureChromium();
  if (!noBuild) build(VARIANTS);
  const browser = await chromium.launch({ executablePath });
  try {
    const { fronts, stop } = await serve(VARIANTS);
    try {
      return await measureAll({ browser, fronts, ...options });
    } finally {
      await stop();
    }
  } finally {
    await browser.close();
  }
}

async function main() {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }
  const results = options.report ? JSON.parse(readFileSync(RESULTS, 'utf8')) : await run(options);
  mkdirSync(join(HERE, 'test-output'), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  const rows = summarise(results);
  const bars = judgeBars({ rows, rounds: results.rounds });
  console.log('');
  for (const { variant, measure, unit, value, verdict } of bars)
    console.log(`${verdict}: ${variant}: ${measure} ${withUnit(value, unit)}`);
  if (!options.quick || options.write || options.report) {
    const text = writeReport({ ...results, rows, bars });
    await writeDocuments({ name: 'client', text, chart: drawChart(rows) });
  }
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
