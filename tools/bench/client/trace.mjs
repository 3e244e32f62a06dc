// Chromium's trace of a page: the processor time of its main thread, so that other work of the machine does not count.

/** The part of a task above this time is blocking, in milliseconds; see https://web.dev/articles/tbt. */
const BLOCKING_MS = 50;
const CATEGORIES = ['toplevel', 'loading', '__metadata', 'disabled-by-default-devtools.timeline'];

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Starts the trace. Returns a function that ends it and returns what it says of the newest page. */
export async function startTrace(browser) {
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
    return summarise(events);
  };
}

/** Processor time of the page's tasks, and how much of those since its first contentful paint blocked, in milliseconds. */
function summarise(events) {
  const { pid, ts: paintedAt } = events.filter(({ name }) => name === 'firstContentfulPaint').at(-1);
  const mainThread = events.find(
    ({ name, pid: of, args }) => name === 'thread_name' && of === pid && args.name === 'CrRendererMain',
  );
  const tasks = events
    .filter(({ name, pid: of, tid }) => name === 'RunTask' && of === pid && tid === mainThread.tid)
    .filter(({ tdur }) => tdur !== undefined)
    .map(({ ts, tdur }) => ({ isLater: ts >= paintedAt, ms: tdur / 1_000 }));
  return {
    mainThread: sum(tasks.map(({ ms }) => ms)),
    blocking: sum(tasks.map(({ isLater, ms }) => (isLater ? Math.max(0, ms - BLOCKING_MS) : 0))),
  };
}
