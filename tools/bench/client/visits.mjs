// node tools/bench/client/visits.mjs [--loads n] [--no-build] [--write]: one page without monitoring, with Sentry's
// set-up, and with all of Adit: a visit with nothing to report, a sampled one, one with an error, a recorded one. Bytes,
// requests, and the processor time of the page's main thread, so that other work of the machine does not count. Closing
// the page does not count either. `--write` writes the section of docs/benchmarks/client.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../src/chromium.mjs';
import { table } from '../report.mjs';
import { median, takeTurns } from '../suite.mjs';
import { build, serve } from './builds.mjs';
import { measureFirstLoad } from './first-load.mjs';
import { measureLoad } from './load.mjs';
import { VARIANTS } from './variants.mjs';

const DOCUMENT = fileURLToPath(new URL('../../../docs/benchmarks/client.md', import.meta.url));
const [START, END] = [
  '<!-- visits: node tools/bench/client/visits.mjs --write -->',
  '<!-- end of visits -->',
];

/** The part of a task above this time is blocking, in milliseconds; see https://web.dev/articles/tbt. */
const BLOCKING_MS = 50;
const CATEGORIES = ['toplevel', 'loading', '__metadata', 'disabled-by-default-devtools.timeline'];

/** Replays need the SDK from the start, so the tunnel says that every visit does. */
const REPLAY = { settings: { replaysSessionSampleRate: 1 }, share: 1 };
const ERROR = '?fault=1000&id=visit';

/**
 * The visits: of which variant, what its page does, and what the tunnel says. Sentry's own set-up does the same work in
 * a visit with nothing to report as in a sampled one.
 */
const VISITS = [
  { id: 'none', of: 'none', label: 'no monitoring' },
  { id: 'control', of: 'none', label: 'no monitoring, measured again' },
  { id: 'tracing', of: 'tracing', label: '`@sentry/nextjs`, errors + tracing' },
  { id: 'tracing-error', of: 'tracing', label: 'the same, with an error', query: ERROR },
  { id: 'wizard', of: 'wizard', label: '`@sentry/nextjs`, as its wizard sets it up' },
  { id: 'nothing', of: 'whole', label: '**Adit, nothing to report**', share: 0 },
  { id: 'sampled', of: 'whole', label: '**Adit, a sampled visit**', share: 1 },
  { id: 'error', of: 'whole', label: '**Adit, with an error**', share: 0, query: ERROR },
  { id: 'replay', of: 'whole', label: '**Adit, with a recorded visit**', ...REPLAY },
];

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

/** Rows for each visit: bytes and requests of one load, medians of the times. */
function toRows(loads, firstLoads) {
  const medianOf = (id, figure) => median(loads[id].map((load) => load[figure]));
  const kilobytes = (bytes) => (bytes / 1_000).toFixed(1);
  return VISITS.map(({ id, of, label }) => {
    const added = (figure) => medianOf(id, figure) - medianOf('none', figure);
    const ratio = (figure) => (medianOf(id, figure) / medianOf('none', figure)).toFixed(2);
    return [
      label,
      kilobytes(firstLoads[of] - firstLoads.none),
      kilobytes(added('scriptBytes')),
      String(added('requests')),
      medianOf(id, 'mainThread').toFixed(0),
      ratio('mainThread'),
      medianOf(id, 'blocking').toFixed(0),
      ratio('blocking'),
    ];
  });
}

const HEAD = [
  'visit',
  'first load, added KB',
  'scripts in the end, added KB',
  'requests, added',
  'main thread ms',
  '÷ no monitoring',
  'blocking time ms',
  '÷ no monitoring',
];

function writeSection(text) {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [before, rest] = document.split(START);
  writeFileSync(DOCUMENT, `${before}${START}\n\n${text}\n\n${END}${rest.split(END)[1]}`);
}

const { values } = parseArgs({
  options: {
    loads: { type: 'string', default: '7' },
    'no-build': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const variants = VARIANTS.filter(({ id }) => VISITS.some(({ of }) => of === id));
if (!values['no-build']) build(variants);
const browser = await chromium.launch({ executablePath: ensureChromium() });
const { fronts, stop } = await serve(variants);
try {
  const firstLoads = {};
  for (const { id } of variants)
    firstLoads[id] = (await measureFirstLoad(`${fronts[id].origin}/`)).scriptBytes;
  const loads = await takeTurns({
    subjects: VISITS,
    rounds: Number(values.loads),
    warmUp: 1,
    rotate: true,
    measure: async ({ id, of, query, share = 1, settings = {} }) => {
      const front = Object.assign(fronts[of], { share, settings });
      const endTrace = await startTrace(browser);
      let times;
      const onRest = async () => {
        times = summarise(await endTrace());
      };
      const { sends } = VARIANTS.find((variant) => variant.id === of);
      const load = await measureLoad({ browser, front, sends, query, onRest });
      console.log(
        `${id.padEnd(13)} scripts ${load.scriptBytes} B, ${load.requests} requests, main thread ${times.mainThread.toFixed(0)} ms, blocking ${times.blocking.toFixed(0)} ms ${load.problems.join('; ')}`,
      );
      return { ...load, ...times };
    },
  });
  const text = table(HEAD, toRows(loads, firstLoads));
  console.log(`\n${text}`);
  if (values.write) writeSection(text);
} finally {
  await stop();
  await browser.close();
}
