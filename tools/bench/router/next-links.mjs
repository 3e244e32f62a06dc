// A page of 500 links in a production build of Next: the cost of its prefetches for the server, and the time of a
// click, alternately with Next alone and with the governor.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildNext, bundle, serve, startNext } from '../build.mjs';
import { median, takeTurns } from '../suite.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const APP = join(HERE, 'test-output/next-links');
const PORT = 18_981;

/** DevTools' Slow 4G: https://github.com/ChromeDevTools/devtools-frontend, NetworkManager.ts, Slow4GConditions. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const NETWORKS = { 'slow-4g': SLOW_4G, unthrottled: undefined };

/** The pages of links, and a link on each that is in view but not among the first. */
const PAGES = {
  // One below the other; about forty are within the viewport and the 200 px around it.
  tall: { path: '/tall', link: '#link-30' },
  // All of them within the viewport.
  grid: { path: '/grid', link: '#link-400' },
};

const WATCH_MS = 10_000;
const SCROLL_STEPS = 40;
const CLICK_AT_MS = 1_000;
/**
 * The time for which the pointer rests on the link before it clicks, in milliseconds. On slow 4G Next knows the routes
 * by then. With much more than 300 ms the pointer would arrive at the moment of that answer, and chance would decide
 * the run.
 */
const HOVER_MS = 300;
const DEAD_AFTER_MS = 10_000;

async function buildApp() {
  // The build's cache stays, and with it most of the time.
  for (const folder of ['src', 'next.config.mjs'])
    rmSync(join(APP, folder), { recursive: true, force: true });
  mkdirSync(APP, { recursive: true });
  cpSync(join(HERE, 'next-links/app'), APP, { recursive: true });
  const entry = join(ROOT, 'libs/router/src/governor/govern-prefetches.ts');
  writeFileSync(join(APP, 'src/governor.js'), await bundle({ entry }));
  buildNext('the page of 500 links', APP);
}

/**
 * A prefetch is marked by its headers. The browser's low priority is not among them, so a full prefetch looks like a
 * navigation.
 */
const isPrefetch = ({ 'next-router-prefetch': prefetch }) => prefetch !== undefined;

/** Forwards everything to Next and counts the prefetches that reach the server. */
async function startCounter() {
  const counter = { prefetches: 0 };
  const server = await serve((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    if (isPrefetch(headers)) counter.prefetches += 1;
    const upstream = request({ host: '127.0.0.1', port: PORT, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  return Object.assign(counter, server);
}

/** Runs in the page: records when a link is clicked and when its page is shown. */
function observe() {
  const { addEventListener, document, MutationObserver, performance } = globalThis;
  const times = {};
  globalThis.times = times;
  addEventListener('click', () => (times.clickedAt = performance.now()), { capture: true, once: true });
  new MutationObserver(() => {
    if (document.querySelector('#arrived')) times.arrivedAt ??= performance.now();
  }).observe(document, { subtree: true, childList: true });
}

/** Runs in the page: scrolls to this share of it. */
function scrollTo(share) {
  const { document, innerHeight, scrollTo: scroll } = globalThis;
  scroll(0, (document.documentElement.scrollHeight - innerHeight) * share);
}

/** Opens a page of links in a fresh profile, calls `act`, and closes it. */
async function withPage({ browser, counter, network, page: { path }, governed }, act) {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (network) await session.send('Network.emulateNetworkConditions', network);
    await page.addInitScript(observe);
    counter.prefetches = 0;
    await page.goto(`${counter.origin}${path}${governed ? '' : '?governor=off'}`, { waitUntil: 'load' });
    return await act(page);
  } finally {
    await context.close();
  }
}

/** The visitor scrolls through the list, so that each link has been in view. */
const countPrefetches = (setting) =>
  withPage(setting, async (page) => {
    for (let step = 1; step <= SCROLL_STEPS; step += 1) {
      await sleep(WATCH_MS / SCROLL_STEPS);
      await page.evaluate(scrollTo, step / SCROLL_STEPS);
    }
    return setting.counter.prefetches;
  });

/** Milliseconds from the click to the page; `undefined` if it never arrived. */
const timeClick = (setting, hoverMs) =>
  withPage(setting, async (page) => {
    const link = page.locator(setting.page.link);
    await sleep(CLICK_AT_MS - hoverMs);
    if (hoverMs > 0) await link.hover();
    await sleep(hoverMs);
    await link.click();
    const came = await page
      .waitForFunction(() => globalThis.times.arrivedAt !== undefined, undefined, { timeout: DEAD_AFTER_MS })
      .catch(() => undefined);
    // A full-page navigation starts its own times.
    const { clickedAt = 0, arrivedAt } = await page.evaluate(() => globalThis.times);
    return came && arrivedAt - clickedAt;
  });

const MEASURES = {
  prefetches: countPrefetches,
  click: (setting) => timeClick(setting, 0),
  'hovered click': (setting) => timeClick(setting, HOVER_MS),
};

function summarise(values) {
  const came = values.filter((value) => value !== undefined);
  return {
    values,
    median: median(came),
    min: Math.min(...came),
    max: Math.max(...came),
    dead: values.length - came.length,
  };
}

/** Alternates Next alone and with the governor; the first of each pair alternates too. */
async function compare({ measure, take, network, page, runs, ...setting }) {
  console.log(`${network}, ${page}: ${measure} …`);
  const taken = await takeTurns({
    subjects: [{ id: 'alone' }, { id: 'governed' }],
    rounds: runs,
    rotate: true,
    measure: ({ id }) =>
      take({ ...setting, network: NETWORKS[network], page: PAGES[page], governed: id === 'governed' }),
  });
  return { network, page, measure, alone: summarise(taken.alone), governed: summarise(taken.governed) };
}

/**
 * Builds the app, and measures each case `runs` times: prefetch requests at the server within 10 s of the load, and the
 * milliseconds of a click made 1 s after it, with the pointer arriving at that moment or 300 ms earlier. Each row has
 * `network`, `page`, `measure` and, for `alone` and `governed`, all values with median, range and dead clicks.
 */
export async function measureNextLinks({ browser, runs }) {
  await buildApp();
  const next = await startNext({ cwd: APP, port: PORT });
  const counter = await startCounter();
  try {
    const rows = [];
    for (const network of Object.keys(NETWORKS))
      for (const page of Object.keys(PAGES))
        for (const [measure, take] of Object.entries(MEASURES))
          rows.push(await compare({ browser, counter, measure, take, network, page, runs }));
    return rows;
  } finally {
    await counter.close();
    next.kill();
  }
}
