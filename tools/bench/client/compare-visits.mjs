// node tools/bench/client/compare-visits.mjs [--visits n] [--seed n] [--only n,n] [--control] [--no-build] [--report]:
// does random visits with an SDK where a visit needs it, and the same ones with an SDK in each visit, and compares what
// ingest is sent. Exits with 1 if that differs. `--control` loses every tenth error and session, and exits with 1 unless
// each loss is noticed. `--report` compares the last run again, and `--only` repeats some visits.
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../src/chromium.mjs';
import { readCount } from '../suite.mjs';
import { build, serve } from './builds.mjs';
import { differencesOf, summarise } from './visit-difference.mjs';
import { planVisit } from './visit-plans.mjs';
import { conclude, logVisit } from './visit-report.mjs';
import { doVisit } from './visit-run.mjs';

const RESULTS = fileURLToPath(new URL('test-output/compare-visits.json', import.meta.url));
/** Pages open at the same time. */
const CONCURRENCY = 4;
const LAYERS = ['app', 'variants/whole', 'variants/visits'];
const BUILDS = [
  { id: 'visits-always', label: 'an SDK in each visit' },
  { id: 'visits-needed', label: 'an SDK where needed' },
].map(({ id, label }) => ({ id, of: id, label, layers: [...LAYERS, `variants/${id}`] }));

const { values } = parseArgs({
  options: {
    visits: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    control: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const seed = readCount(values, 'seed', 1);
const count = readCount(values, 'visits', values.control ? 40 : 1_000);
const numbers = values.only?.split(',').map(Number) ?? Array.from({ length: count }, (_, number) => number);

let seen = 0;

/** With `--control`: the items without every tenth error or first message of a session. */
function lose(items) {
  if (!values.control) return items;
  return items.filter(({ type, payload }) => {
    const counts =
      type === 'event' || (type === 'session' && JSON.parse(payload.toString('utf8')).init === true);
    if (counts) seen += 1;
    return !(counts && seen % 10 === 0);
  });
}

async function visitBoth({ browser, fronts, number }) {
  const plan = planVisit(seed, number);
  const visits = {};
  const problems = [];
  let isLossy = false;
  // The builds take turns to be first.
  for (const { id, label } of number % 2 ? BUILDS.toReversed() : BUILDS) {
    const { items, loads, problem } = await doVisit({ browser, served: fronts[id], plan });
    const kept = id === 'visits-needed' ? lose(items) : items;
    isLossy ||= kept.length < items.length;
    if (problem) problems.push(`${label}: ${problem}`);
    visits[id] = { ...summarise(kept), loads };
  }
  const [today, needed] = BUILDS.map(({ id }) => visits[id]);
  return { plan, today, needed, problems, isLossy };
}

const compare = (visited) => ({
  ...visited,
  differences: differencesOf(visited.plan, visited.today, visited.needed),
});

async function visitAll(work) {
  const waiting = [...numbers];
  const results = [];
  const worker = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const result = compare(await visitBoth({ ...work, number }));
      results.push(result);
      logVisit(result);
      const seconds = performance.now() / 1_000;
      if (results.length % 50 === 0)
        console.log(`${results.length} of ${numbers.length} visits in ${seconds.toFixed(0)} s`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

async function measure() {
  if (!values['no-build']) build(BUILDS);
  const browser = await chromium.launch({ executablePath: ensureChromium() });
  const { fronts, stop } = await serve(BUILDS);
  try {
    const results = await visitAll({ browser, fronts });
    writeFileSync(RESULTS, `${JSON.stringify(results, null, 1)}\n`);
    return results;
  } finally {
    await stop();
    await browser.close();
  }
}

function readLast() {
  const results = JSON.parse(readFileSync(RESULTS, 'utf8')).map(compare);
  results.forEach(logVisit);
  return results;
}

const results = values.report ? readLast() : await measure();
const isFine = conclude({
  results,
  seed,
  labels: BUILDS.map(({ label }) => label),
  isControl: values.control,
});
process.exitCode = isFine ? 0 : 1;
