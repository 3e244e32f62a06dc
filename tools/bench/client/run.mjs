// npm run bench:client: one page without monitoring, with Sentry's set-up, and with all of Adit, in each kind of visit. A full
// run writes docs/benchmarks/client.md and its chart.
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../src/chromium.mjs';
import { versionsOf } from '../build.mjs';
import { readCount, runSuite, takeTurns } from '../suite.mjs';
import { build, serve } from './builds.mjs';
import { measureDelivery } from './delivery.mjs';
import { measureFirstLoad } from './first-load.mjs';
import { measureLoad } from './load.mjs';
import { conclude } from './report.mjs';
import { VARIANTS, VISITS } from './variants.mjs';

const HELP = `npm run bench:client -- [options]
  --loads n         interleaved page loads of each visit, of which the median counts (7)
  --repetitions n   errors thrown at each moment in each variant (10)
  --closed n        errors thrown before the tab is closed (100)
  --quick           2 loads, 2 errors
  --no-build        measure what is built already
  --write           write the documents after a quick run too
  --report          write the documents from the last run's figures, measuring nothing`;

function read(values) {
  const count = (name, usual) => readCount(values, name, values.quick ? 2 : usual);
  return { rounds: count('loads', 7), repetitions: count('repetitions', 10), closed: count('closed', 100) };
}

const fixed = (value) => value.toFixed(0).padStart(5);

/** The loads of each visit. The warm-up covers work that Next and the browser do only once. */
const measureLoads = ({ browser, fronts, rounds }) =>
  takeTurns({
    subjects: VISITS,
    rounds,
    warmUp: 1,
    rotate: true,
    onRound: (round) => console.log(round === 0 ? '\nWarming up' : `\nLoads, round ${round} of ${rounds}`),
    measure: async ({ id, of, query, share = 1, settings = {} }) => {
      const front = Object.assign(fronts[of], { share, settings });
      const { sends } = VARIANTS.find((variant) => variant.id === of);
      const load = await measureLoad({ browser, front, sends, query });
      Object.assign(front, { share: 1, settings: {} });
      console.log(
        `  ${id.padEnd(16)} main thread ${fixed(load.mainThread)} ms  blocking ${fixed(load.blocking)} ms  scripts ${fixed(load.scriptBytes / 1_000)} KB  ${load.requests} requests  ${load.problems.join('; ')}`,
      );
      return load;
    },
  });

async function measureAll({ browser, fronts, rounds, repetitions, closed }) {
  const firstLoads = {};
  for (const { id } of VARIANTS) {
    firstLoads[id] = await measureFirstLoad(`${fronts[id].origin}/`);
    const added = firstLoads[id].scriptBytes - firstLoads.none.scriptBytes;
    console.log(`  ${id.padEnd(16)} first load ${firstLoads[id].scriptBytes} B, ${added} B added`);
  }
  const loads = await measureLoads({ browser, fronts, rounds });
  console.log('\nErrors');
  const variants = VARIANTS.filter(({ sends }) => sends);
  const delivery = await measureDelivery({ browser, fronts, variants, repetitions, closed });
  const packages = ['next', 'react', 'react-dom', '@sentry/nextjs'];
  const versions = { chromium: browser.version(), ...versionsOf(packages) };
  return { loads, firstLoads, delivery, versions, rounds, repetitions, closed };
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

await runSuite({
  name: 'client',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  help: HELP,
  options: ['loads', 'repetitions', 'closed'],
  read,
  run,
  conclude,
});
