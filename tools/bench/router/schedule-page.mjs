// The longest task of a page with 10,000 links, in Chromium at a quarter of its speed: ours and its peers, each of them
// started when the page is complete.
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { bundle, median } from './shared.mjs';

const LINKS = 10_000;
const SLOWDOWN = 4;
/** Longer than quicklink waits for the page to be idle, and than the tasks that follow. */
const WATCH_MS = 5_000;

const JOBS = `
  const run = () => new Promise((resolve) => setTimeout(resolve));
  function* jobs() {
    for (let index = 0; index < ${LINKS}; index += 1)
      yield { key: '/' + index, kind: 'route', priority: 'viewport', run };
  }`;
const RAISE = "for (let index = 0; index < handles.length; index += 10) handles[index].bump('intent');";

/** Modules, each of which starts one subject. */
const SUBJECTS = [
  { subject: 'nothing', what: 'the page alone', module: '' },
  {
    subject: 'jobs in a map',
    what: 'what any queue needs that knows its jobs by key: 10,000 are made and put into a Map, in one task',
    module: `${JOBS}
      window.jobs = new Map();
      for (const job of jobs()) window.jobs.set(job.key, job);`,
  },
  {
    subject: '@adit/router scheduler',
    what: 'all 10,000 queued in one task, every tenth raised; each run is done in a later task',
    module: `
      import { createPrefetchScheduler } from '@adit/router/prefetch';
      ${JOBS}
      const scheduler = createPrefetchScheduler();
      const handles = Array.from(jobs(), (job) => scheduler.schedule(job));
      ${RAISE}`,
  },
  {
    subject: 'IntersectionObserver',
    what: 'the browser alone: observes all links, does nothing',
    module: `
      const observer = new IntersectionObserver(() => undefined);
      for (const link of document.links) observer.observe(link);`,
  },
  {
    subject: '@adit/router/links',
    what: 'prefetchLinks(): watches all, fetches those in view',
    module: `import { prefetchLinks } from '@adit/router/links'; prefetchLinks();`,
  },
  {
    subject: 'quicklink',
    what: 'listen(): watches all, fetches those in view',
    module: `import { listen } from 'quicklink'; listen();`,
  },
  {
    subject: 'instant.page',
    what: 'data-instant-intensity="viewport-all": watches all, fetches those in view',
    module: `document.body.dataset.instantIntensity = 'viewport-all'; await import('instant.page');`,
  },
];

/** The page of links at `/`, the modules by number, and a short page behind every link. */
async function serve() {
  const scripts = await Promise.all(SUBJECTS.map(({ module }) => bundle({ source: module, minify: true })));
  const links = Array.from({ length: LINKS }, (_, index) => `<li><a href="/p/${index}">Page ${index}</a>`);
  const server = createServer(({ url }, response) => {
    const script = scripts[/^\/(\d+)\.js$/.exec(url)?.[1]];
    if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><link rel="icon" href="data:,"><ul>${url === '/' ? links.join('') : ''}</ul>`);
  });
  await new Promise((resolve) => server.listen(0, resolve));
  return {
    origin: `http://localhost:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Milliseconds of the longest task of the page's main thread, on the processor: what other programs take is not counted,
 * Chromium's throttling is, for it keeps the thread busy. (The Long Tasks API knows none below 50, and counts both.)
 */
function longestTask(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const pages = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pages.some((page) => page.pid === pid && page.tid === tid),
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks of the page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

async function measureOne(executablePath, url, script) {
  // A trace is of a whole browser, so each has its own.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
    await page.evaluate(`import('/${script}.js')`);
    await setTimeout(WATCH_MS);
    return longestTask(await browser.stopTracing());
  } finally {
    await browser.close();
  }
}

/** One row for each subject: the longest task in milliseconds, the median, least and most of `rounds`. */
export async function measurePages({
  rounds = 3,
  executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
} = {}) {
  const site = await serve();
  try {
    const took = SUBJECTS.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, longest] of took.entries())
        longest.push(await measureOne(executablePath, `${site.origin}/`, index));
    return SUBJECTS.map(({ subject, what }, index) => ({
      subject,
      medianMs: median(took[index]),
      minMs: Math.min(...took[index]),
      maxMs: Math.max(...took[index]),
      what,
    }));
  } finally {
    site.close();
  }
}
