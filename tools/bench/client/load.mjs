// One page load in a fresh profile, measured until the page is at rest.
import { setTimeout as sleep } from 'node:timers/promises';

const CPU_THROTTLING = 4;
const QUIET_MS = 2_000;
const POLL_MS = 100;
const TIMEOUT_MS = 30_000;
/** The part of a task above this time is blocking, in milliseconds; see https://web.dev/articles/tbt. */
const BLOCKING_MS = 50;
/** A page is interactive when no long task follows for this time, in milliseconds; see https://web.dev/articles/tti. */
const INTERACTIVE_MS = 5_000;

/** Runs in the page, before its own code. */
function observe() {
  const { PerformanceObserver } = globalThis;
  const bench = { tasks: [], lcp: 0 };
  globalThis.bench = bench;
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('longtask', ({ startTime, duration }) => bench.tasks.push({ startTime, duration }));
  on('largest-contentful-paint', ({ startTime }) => {
    bench.lcp = startTime;
  });
}

/** Runs in the page, once it is quiet. */
function collect() {
  const { performance, bench } = globalThis;
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return { ...bench, fcp: paint?.startTime, now: performance.now() };
}

/** Total blocking time of the tasks between first contentful paint and `end`, each cut at these limits. */
export const blockingTime = ({ tasks, fcp, end = Infinity }) =>
  tasks.reduce((sum, { startTime, duration }) => {
    const within = Math.min(startTime + duration, end) - Math.max(startTime, fcp);
    return sum + Math.max(0, within - BLOCKING_MS);
  }, 0);

/**
 * The time when the page became interactive: the end of the last long task before the first long pause; `Infinity` if
 * it has not.
 */
export function interactiveTime({ tasks, fcp, now }) {
  let interactive = fcp;
  for (const { startTime, duration } of [...tasks, { startTime: now, duration: 0 }]) {
    if (startTime - interactive >= INTERACTIVE_MS) return interactive;
    interactive = Math.max(interactive, startTime + duration);
  }
  return Infinity;
}

/** Follows the network of a page: whether requests are under way, since when not, and the bytes of scripts. */
function watchNetwork({ session, problems }) {
  const scripts = new Set();
  const open = new Set();
  let requests = 0;
  let quietSince = Date.now();
  let scriptBytes = 0;
  const close = (requestId) => {
    open.delete(requestId);
    quietSince = Date.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // Browsers request it for some pages of a profile only.
    if (!request.url.endsWith('/favicon.ico')) requests += 1;
    open.add(requestId);
  });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.add(requestId);
    if (response.status >= 400) problems.push(`${response.status} for ${new URL(response.url).pathname}`);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    close(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId }) => close(requestId));
  return {
    isQuietFor: (ms) => open.size === 0 && Date.now() - quietSince > ms,
    scriptBytes: () => scriptBytes,
    requests: () => requests,
  };
}

/** Waits until the page is at rest, and returns its observations. A page that never rests is measured as it is. */
async function settle({ page, network, hasReported }) {
  const deadline = Date.now() + TIMEOUT_MS;
  const isLate = () => Date.now() >= deadline;
  for (;;) {
    while (!isLate() && !(hasReported() && network.isQuietFor(QUIET_MS))) await sleep(POLL_MS);
    const state = await page.evaluate(collect);
    const last = state.tasks.at(-1);
    const isResting = !last || state.now - last.startTime - last.duration > QUIET_MS;
    if ((isResting && interactiveTime(state) < Infinity) || isLate()) return state;
    await sleep(POLL_MS);
  }
}

/**
 * Loads a page in a new context under CPU throttling, and waits until there was no network activity and no long task
 * for two seconds, and no long task for five seconds at some earlier time. A variant that reports must have reported by
 * then. Times are in milliseconds. `onRest` is called then, before the page is closed, because closing a page costs its
 * visitor nothing.
 */
export async function measureLoad({ browser, front, sends, query = '', onRest }) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const problems = [];
    page.on('pageerror', ({ message }) => {
      if (!query) problems.push(`the page threw ${message}`);
    });
    await session.send('Network.enable');
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
    await page.addInitScript(observe);
    const network = watchNetwork({ session, problems });
    const envelopesBefore = front.envelopes;
    const hasReported = () => !sends || front.envelopes > envelopesBefore;
    await page.goto(`${front.origin}/${query}`, { waitUntil: 'load' });
    const { tasks, fcp, lcp, now } = await settle({ page, network, hasReported });
    await onRest?.();
    const end = interactiveTime({ tasks, fcp, now });
    if (end === Infinity) problems.push('it never came to rest');
    if (!hasReported()) problems.push('nothing was reported');
    const { metrics } = await session.send('Performance.getMetrics');
    const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration').value;
    return {
      problems,
      lcp,
      blocking: blockingTime({ tasks, fcp, end }),
      blockingEver: blockingTime({ tasks, fcp }),
      mainThread: taskSeconds * 1_000,
      scriptBytes: network.scriptBytes(),
      requests: network.requests(),
    };
  } finally {
    await context.close();
  }
}
