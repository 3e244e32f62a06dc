// node tools/bench/client/blocking.mjs [--loads n] [--no-build]: main-thread processor time of one page without
// monitoring, with Sentry's set-up, and with all of Adit, including the SDK. Unlike `npm run bench:client` it counts
// the thread's own time, so other work of the machine does not count. Closing the page does not count either.
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../src/chromium.mjs';
import { median, takeTurns } from '../suite.mjs';
import { build, serve } from './builds.mjs';
import { measureLoad } from './load.mjs';
import { VARIANTS } from './variants.mjs';

/** The part of a task above this time is blocking, in milliseconds; see https://web.dev/articles/tbt. */
const BLOCKING_MS = 50;
const CATEGORIES = ['toplevel', 'loading', '__metadata', 'disabled-by-default-devtools.timeline'];
const COMPARED = ['none', 'control', 'tracing', 'whole'];

/** Starts Chromium's trace. Returns a function that ends it and returns its events. */
async function startTrace(browser) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: CATEGORIES, excludedCategories: ['*'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  return async () => {
    const completed = new Promise((resolve) => {
      session.once('Tracing.tracingComplete', resolve);
    });
    await session.send('Tracing.end');
    await completed;
    await session.detach();
    return events;
  };
}

/** Processor time of the page's tasks since its first contentful paint, and how much of it blocked, in milliseconds. */
function summarise(events) {
  const paints = events.filter(({ name }) => name === 'firstContentfulPaint');
  const { pid, ts: paintedAt } = paints.at(-1);
  const mainThread = events.find(
    ({ name, pid: of, args }) => name === 'thread_name' && of === pid && args.name === 'CrRendererMain',
  );
  const tasks = events
    .filter(({ name, pid: of, tid }) => name === 'RunTask' && of === pid && tid === mainThread.tid)
    .filter(({ tdur }) => tdur !== undefined)
    .map(({ ts, tdur }) => ({ isLater: ts >= paintedAt, ms: tdur / 1_000 }));
  const later = tasks.filter(({ isLater }) => isLater).map(({ ms }) => ms);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  return {
    blocking: sum(later.map((ms) => Math.max(0, ms - BLOCKING_MS))),
    mainThread: sum(tasks.map(({ ms }) => ms)),
    longest: later.toSorted((a, b) => b - a).slice(0, 8),
  };
}

const { values } = parseArgs({
  options: { loads: { type: 'string', default: '7' }, 'no-build': { type: 'boolean', default: false } },
});
const variants = VARIANTS.filter(({ id }) => COMPARED.includes(id));
if (!values['no-build']) build(variants);
const browser = await chromium.launch({ executablePath: ensureChromium() });
const { fronts, stop } = await serve(variants);
try {
  const loads = await takeTurns({
    subjects: variants,
    rounds: Number(values.loads),
    warmUp: 1,
    rotate: true,
    measure: async ({ id, sends }) => {
      const endTrace = await startTrace(browser);
      let load;
      const onRest = async () => {
        load = summarise(await endTrace());
      };
      const { problems } = await measureLoad({ browser, front: fronts[id], sends, onRest });
      const longest = load.longest.map((ms) => ms.toFixed(0)).join(' ');
      console.log(
        `${id.padEnd(8)} blocking ${load.blocking.toFixed(0)} ms, main thread ${load.mainThread.toFixed(0)} ms, longest tasks ${longest} ${problems.join('; ')}`,
      );
      return load;
    },
  });
  const medianOf = (id, measure) => median(loads[id].map((load) => load[measure]));
  for (const { id, label } of variants) {
    const rows = ['blocking', 'mainThread'].map((measure) => {
      const value = medianOf(id, measure);
      return `${measure} ${value.toFixed(0)} ms (${(value / medianOf('none', measure)).toFixed(2)} ×)`;
    });
    console.log(`${label}: ${rows.join(', ')}`);
  }
} finally {
  await stop();
  await browser.close();
}
