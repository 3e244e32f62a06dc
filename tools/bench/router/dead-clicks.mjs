// Clicks through pages that hang, fail, arrive late or meet no network, in Chromium, with the navigator's deadline and
// watch and, as the control, without. A click is dead if nothing is shown or loaded for it.
import { performance } from 'node:perf_hooks';
import { setTimeout as passTime } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundle, serve } from '../build.mjs';
import { createRandom } from '../../src/random.mjs';

const PAGE = fileURLToPath(new URL('../../../apps/web-e2e/pages/router/navigations.mjs', import.meta.url));
const TABS = 6;
/** The same clicks in every run. */
const SEED = 5;

/**
 * Small values, so that a thousand hangs take minutes instead of hours. A document gets the time that a busy machine
 * needs.
 */
const QUICK = { slowMs: 50, routeLoadTimeoutMs: 190, documentTimeoutMs: 1_500, reconnectSpreadMs: 100 };
/** The longest time of a browser's timer. */
const NEVER_MS = 2 ** 31 - 1;
const OFF = { ...QUICK, routeLoadTimeoutMs: NEVER_MS, documentTimeoutMs: NEVER_MS };

/** After this time without a reaction a click counts as dead. It is longer than any click should take. */
const PATIENCE_MS = 3_000;
const ONLINE_MS = 1_500;
const OFFLINE_MS = 250;

const DATA = [
  ['quick', 45],
  ['late:100', 10],
  ['late:400', 10],
  ['hang', 15],
  ['broken', 10],
  ['html', 10],
];
const DOCUMENT = [
  ['quick', 70],
  ['late:100', 10],
  ['empty', 12],
  ['hang', 8],
];

function draw(shares, random) {
  let lot = random() * 100;
  for (const [value, share] of shares) {
    if (lot < share) return value;
    lot -= share;
  }
  return shares[0][0];
}

/** Answers as the address specifies: `?data=late:300&document=empty`. */
async function answer(request, response, script) {
  const url = new URL(request.url, 'http://site.invalid');
  const isData = url.pathname === '/data.json';
  const [kind, detail] = (url.searchParams.get(isData ? 'data' : 'document') ?? 'quick').split(':');
  if (kind === 'hang') return undefined;
  if (kind === 'late') await passTime(Number(detail));
  if (kind === 'empty') return response.writeHead(204).end();
  if (kind === 'broken') return response.writeHead(500).end();
  if (isData && kind !== 'html')
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  // In one piece: if the network failed between a document and its script, that would not be a failure of the router.
  return response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(
      `<!doctype html><link rel="icon" href="data:,"><main></main><p role="alert"></p><script type="module">${script}</script>`,
    );
}

/** The clicks of one tab, with the network down from time to time. */
async function clickThrough(browser, origin, answers, numbers) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    let report;
    let settledAt = performance.now();
    await page.exposeFunction('settled', () => (settledAt = performance.now()));
    await page.exposeFunction('clicked', (all) => (report = all));
    await page.goto(`${origin}/home`);
    if (!(await page.evaluate(() => globalThis.navigator.onLine)))
      throw new Error(
        'The machine has no network interface besides loopback: each click would count as offline',
      );
    await page.evaluate(
      ([list, patienceMs, options]) => globalThis.startClicks(list, patienceMs, options),
      [answers, PATIENCE_MS, numbers],
    );
    for (let isOffline = false; report === undefined; isOffline = !isOffline) {
      // Not awaited: a tab that shows the browser's own error page may never answer.
      void context.setOffline(isOffline).catch(() => undefined);
      await passTime(isOffline ? OFFLINE_MS : ONLINE_MS);
      // A live page settles each click in time. This one failed with the network, and the browser shows that by itself.
      if (isOffline || performance.now() - settledAt < 2 * PATIENCE_MS) continue;
      settledAt = performance.now();
      await page.goto(`${origin}/browser-error`).catch(() => undefined);
    }
    return report;
  } finally {
    await context.close();
  }
}

async function measure(browser, origin, { navigations, numbers }) {
  const startedAt = performance.now();
  const random = createRandom(SEED);
  const tabs = Array.from({ length: TABS }, () => []);
  for (let click = 0; click < navigations; click += 1)
    tabs[click % TABS].push({ data: draw(DATA, random), document: draw(DOCUMENT, random) });
  const perTab = await Promise.all(tabs.map((answers) => clickThrough(browser, origin, answers, numbers)));
  const fates = {};
  const all = perTab.flatMap((tab) => tab.fates);
  for (const fate of all) fates[fate] = (fates[fate] ?? 0) + 1;
  return {
    navigations: all.length,
    dead: fates.dead ?? 0,
    fates,
    // Superseded documents that the browser nevertheless showed, and that were replaced.
    gaveWay: perTab.reduce((sum, tab) => sum + tab.gaveWay, 0),
    deaths: perTab.flatMap((tab) => tab.deaths),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  };
}

/** The number of clicks that die with the navigator, and with its deadline and watch off. */
export async function measureDeadClicks({ browser, navigations }) {
  const script = await bundle({ entry: PAGE, minify: true });
  const { origin, close } = await serve((request, response) => void answer(request, response, script));
  try {
    const guarded = await measure(browser, origin, { navigations, numbers: QUICK });
    const control = await measure(browser, origin, { navigations, numbers: OFF });
    return { guarded, control };
  } finally {
    await close();
  }
}
