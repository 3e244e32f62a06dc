// Does one planned visit in a fresh profile, and returns what its front was sent.
import { setTimeout as sleep } from 'node:timers/promises';
import { startFront } from './front.mjs';
import { countErrors } from './visit-plans.mjs';

/** A page that has sent its session and its errors sends nothing after this time without requests. */
const QUIET_MS = 1_200;
/** The SDK ends a trace one second after its last activity, and sends it half a second later. */
const QUIET_SAMPLED_MS = 2_200;
/** A page that is left sends at once. */
const QUIET_LEFT_MS = 800;
const POLL_MS = 50;
const STEPS_TIMEOUT_MS = 20_000;
const REST_TIMEOUT_MS = 15_000;
const VISIT_TIMEOUT_MS = 50_000;
const OPEN_TIMEOUT_MS = 5_000;
/** A browser under load sometimes never answers a command. */
const ATTEMPTS = 3;

/** Resolves to `undefined` if the promise takes longer. */
const within = (promise, ms) => Promise.race([promise, sleep(ms, undefined, { ref: false })]);

const isInit = ({ type, payload }) =>
  type === 'session' && JSON.parse(payload.toString('utf8')).init === true;

/** Whether all has arrived that each build sends: the session, an event for each error, and the trace of a page load. */
function hasArrived({ items }, { isSampled, ...plan }) {
  const events = items.filter(({ type }) => type === 'event');
  const hasTrace = items.some(({ type }) => ['span', 'transaction'].includes(type));
  return items.some(isInit) && events.length >= countErrors(plan) && (hasTrace || !isSampled);
}

/** Waits until no request is open, none was sent for a while, and `isComplete`; then not for ever. */
async function untilQuiet(front, quietMs, isComplete = () => true) {
  const deadline = Date.now() + REST_TIMEOUT_MS;
  for (;;) {
    const isQuiet = front.open === 0 && Date.now() - front.lastAt >= quietMs;
    if (isQuiet && (isComplete() || Date.now() > deadline)) return;
    if (Date.now() > deadline + REST_TIMEOUT_MS) throw new Error('it never came to rest');
    await sleep(POLL_MS);
  }
}

/** Opens the page and resolves when it has done its steps. */
async function doSteps({ page, front, steps }) {
  let noteDone;
  const done = new Promise((resolve) => {
    noteDone = resolve;
  });
  await page.exposeFunction('benchDone', () => noteDone(true));
  await page.exposeFunction('benchClick', async (selector, path) => {
    await page.click(selector, { timeout: STEPS_TIMEOUT_MS });
    if (path) await page.waitForURL(`${front.origin}${path}`, { waitUntil: 'commit' });
  });
  await page.addInitScript((plan) => {
    globalThis.benchPlan = plan;
  }, steps);
  await page.goto(`${front.origin}/`, { waitUntil: 'commit' });
  const isDone = await Promise.race([done, sleep(STEPS_TIMEOUT_MS, false, { ref: false })]);
  if (!isDone) throw new Error('the page did not do its steps');
}

const leave = (page) => page.evaluate(() => void globalThis.location.assign('/left'));

async function endVisit({ page, front, plan }) {
  const { end, isSampled } = plan;
  if (end.afterMs === undefined)
    await untilQuiet(front, isSampled ? QUIET_SAMPLED_MS : QUIET_MS, () => hasArrived(front, plan));
  else await sleep(end.afterMs);
  // Closes the tab as a visitor does: with `beforeunload` and `pagehide`.
  if (end.id === 'closed') await page.close({ runBeforeUnload: true });
  else if (end.id !== 'rest') await leave(page);
  if (end.id !== 'rest') await untilQuiet(front, QUIET_LEFT_MS);
}

async function attempt({ context, front, plan }) {
  // A context without a page would be closed while it still sends.
  if (plan.end.id === 'closed') await context.newPage();
  const page = await context.newPage();
  await doSteps({ page, front, steps: plan.steps });
  await endVisit({ page, front, plan });
  return true;
}

async function attemptVisit({ browser, served, plan }) {
  const front = await startFront({ upstream: served.upstream, answers: served.answers });
  front.share = plan.isSampled ? 1 : 0;
  front.settings = { tracesSampleRate: front.share };
  let context;
  let problem = 'the browser did not answer';
  try {
    context = await within(browser.newContext(), OPEN_TIMEOUT_MS);
    if (context && (await within(attempt({ context, front, plan }), VISIT_TIMEOUT_MS))) problem = undefined;
  } catch (error) {
    problem = error.message.split('\n')[0];
  }
  // Nothing counts that is sent because the profile is closed.
  const items = [...front.items];
  await within(context?.close(), OPEN_TIMEOUT_MS);
  await front.close();
  return { items, loads: front.settingsAsked, problem };
}

/**
 * Does the visit on the server of `served`, a front, but at an origin of its own, so that all that arrives is of this
 * visit. Repeats it if the browser fails.
 * @returns the items in order, how often the SDK requested its settings, and what went wrong in the last attempt
 */
export async function doVisit(work) {
  let result;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    result = await attemptVisit(work);
    if (result.problem === undefined) break;
    console.log(`visit ${work.plan.number}, again: ${result.problem}`);
  }
  return result;
}
