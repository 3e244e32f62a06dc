// One page load in a fresh profile, measured until the page is at rest.
import { setTimeout as sleep } from 'node:timers/promises';
import { startTrace } from './trace.mjs';

const CPU_THROTTLING = 4;
const POLL_MS = 100;
/** The time without a request after which a page is at rest. Its deferred start has its pause of five seconds before. */
const QUIET_MS = 2_000;
/** All pages are watched at least so long, so that none has more time for work of the browser than another. */
const WATCHED_MS = 9_000;
const TIMEOUT_MS = 30_000;

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

/**
 * Loads a page in a new context under CPU throttling, and waits until there was no network activity for two seconds. A
 * page that reports must have reported by then. Times are in milliseconds. The trace ends before the page is closed,
 * because closing a page costs its visitor nothing.
 */
export async function measureLoad({ browser, front, sends, query = '' }) {
  const endTrace = await startTrace(browser);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const problems = [];
    page.on('pageerror', ({ message }) => {
      if (!query) problems.push(`the page threw ${message}`);
    });
    await session.send('Network.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
    const network = watchNetwork({ session, problems });
    const envelopesBefore = front.envelopes;
    const hasReported = () => !sends || front.envelopes > envelopesBefore;
    const startedAt = Date.now();
    await page.goto(`${front.origin}/${query}`, { waitUntil: 'load' });
    const isAtRest = () =>
      Date.now() - startedAt > WATCHED_MS && hasReported() && network.isQuietFor(QUIET_MS);
    while (!isAtRest() && Date.now() - startedAt < TIMEOUT_MS) await sleep(POLL_MS);
    if (!isAtRest()) problems.push('it never came to rest');
    const times = await endTrace();
    if (!hasReported()) problems.push('nothing was reported');
    return { problems, ...times, scriptBytes: network.scriptBytes(), requests: network.requests() };
  } finally {
    await context.close();
  }
}
