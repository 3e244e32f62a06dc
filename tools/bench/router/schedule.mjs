// What it costs to queue 10,000 links, to raise every tenth, and to run them all, each of them done at once: our scheduler
// and its peers. Each has processes of its own, so that none pays for another's garbage; the processes take turns, so that
// whatever else the machine does meets them all.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { PromiseQueue } from 'next/dist/client/components/promise-queue.js';
import throttles from 'throttles';
import { bundle, median } from './shared.mjs';

const FILE = fileURLToPath(import.meta.url);
const NEXT_SCHEDULER = 'next/dist/client/components/segment-cache/scheduler.js';

const IDS = Array.from({ length: 10_000 }, (_, index) => String(index));
const KEYS = IDS.map((id) => `/products/${id}`);
const RAISED_EVERY = 10;
const CONCURRENCY = 5;
const WARM_UPS = 3;
const DONE = Promise.resolve('page');

/** The scheduler as it is in the sources now, bundled as an application would. */
async function loadScheduler() {
  const source = "export { createPrefetchScheduler } from '@adit/router/prefetch'";
  return import(`data:text/javascript,${encodeURIComponent(await bundle({ source }))}`);
}

/** The heap at the end of Next's segment scheduler. The module does not export it, so it is cut out of the installed file. */
async function loadNextHeap() {
  const source = await readFile(createRequire(import.meta.url).resolve(NEXT_SCHEDULER), 'utf8');
  const from = source.indexOf('function compareQueuePriority');
  const to = source.indexOf('if ((typeof exports.default', from);
  if (from < 0 || to < 0) throw new Error(`${NEXT_SCHEDULER} has no heap where it used to be.`);
  return new Function(`${source.slice(from, to)}; return { heapPush, heapResift, heapPop };`)();
}

/** A promise, and a function to call 10,000 times for it to settle. */
function countRuns() {
  let left = KEYS.length;
  let finish;
  const all = new Promise((resolve) => {
    finish = resolve;
  });
  return {
    all,
    run() {
      left -= 1;
      if (left === 0) finish();
      return DONE;
    },
  };
}

function scheduleOurs({ createPrefetchScheduler }) {
  const scheduler = createPrefetchScheduler({ concurrency: CONCURRENCY });
  const { all, run } = countRuns();
  const handles = KEYS.map((key) => scheduler.schedule({ key, kind: 'route', priority: 'viewport', run }));
  for (let index = 0; index < handles.length; index += RAISED_EVERY) handles[index].bump('intent');
  return all;
}

/** Fields as in `schedulePrefetchTask`. */
function createNextTask(key, sortId) {
  return {
    key,
    renderTreeAtTimeOfPrefetch: null,
    routeCacheVersion: 0,
    segmentCacheVersion: 0,
    segmentCacheMap: null,
    priority: 1,
    phase: 2,
    hasBackgroundWork: false,
    hasPendingResponses: false,
    spawnedRuntimePrefetches: null,
    fetchStrategy: 2,
    sortId,
    isCanceled: false,
    fallbackRetryStatus: 0,
    onInvalidate: null,
    _heapIndex: -1,
  };
}

function scheduleInNextHeap({ heapPush, heapResift, heapPop }) {
  const heap = [];
  let sortId = 0;
  const tasks = KEYS.map((key) => {
    sortId += 1;
    const task = createNextTask(key, sortId);
    heapPush(heap, task);
    return task;
  });
  for (let index = 0; index < tasks.length; index += RAISED_EVERY) {
    sortId += 1;
    tasks[index].sortId = sortId;
    tasks[index].priority = 2;
    heapResift(heap, tasks[index]);
  }
  while (heapPop(heap) !== null);
}

function scheduleInPromiseQueue() {
  const queue = new PromiseQueue(CONCURRENCY);
  const { all, run } = countRuns();
  const promises = KEYS.map(() => queue.enqueue(run));
  for (let index = 0; index < promises.length; index += RAISED_EVERY) queue.bump(promises[index]);
  return all;
}

function scheduleInThrottles() {
  const [add, isDone] = throttles(CONCURRENCY);
  const { all, run } = countRuns();
  for (let index = 0; index < KEYS.length; index += 1) add(() => void run().then(isDone, isDone));
  return all;
}

function createTanStackRouter() {
  const root = createRootRoute();
  const product = createRoute({ getParentRoute: () => root, path: '/products/$id', loader: () => DONE });
  return createRouter({ routeTree: root.addChildren([product]), history: createMemoryHistory() });
}

const preloadWithTanStack = (router) =>
  Promise.all(IDS.map((id) => router.preloadRoute({ to: '/products/$id', params: { id } })));

const SUBJECTS = [
  {
    subject: '@adit/router scheduler',
    what: 'all of it: joins, limits, lane, handles; 10,000 runs',
    load: loadScheduler,
    work: scheduleOurs,
  },
  {
    subject: 'Next 16.4 heap',
    what: 'push, resift and pop alone; nothing is run',
    load: loadNextHeap,
    work: scheduleInNextHeap,
  },
  {
    subject: 'Next PromiseQueue',
    what: 'enqueue, bump, 10,000 runs; no priorities, no cancelling, no joining',
    work: scheduleInPromiseQueue,
  },
  {
    subject: 'quicklink throttles',
    what: 'first in, first out, 10,000 runs; nothing can be raised or cancelled',
    work: scheduleInThrottles,
  },
  {
    subject: 'TanStack preloadRoute',
    what: 'location, match and loader of 10,000 routes as well; no limit, nothing can be raised',
    // A router each time, for it keeps what it has preloaded; and fewer of them, for it takes a second.
    each: createTanStackRouter,
    work: preloadWithTanStack,
    rounds: 3,
  },
];

/** Milliseconds of each round of one subject, in this process. */
async function measureHere({ load, each, work, rounds = 15 }) {
  const loaded = await load?.();
  const took = [];
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    const input = each?.() ?? loaded;
    await setImmediate();
    const start = performance.now();
    await work(input);
    if (round >= 0) took.push(performance.now() - start);
  }
  return took;
}

/** One row for each subject: milliseconds of wall time. Nothing else should run on the machine. */
export async function measureScheduling({ turns = 7 } = {}) {
  const took = SUBJECTS.map(() => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, rounds] of took.entries()) {
      const { stdout } = await promisify(execFile)(process.execPath, [FILE, String(index)]);
      rounds.push(...JSON.parse(stdout));
    }
  }
  return SUBJECTS.map(({ subject, what }, index) => ({
    subject,
    medianMs: median(took[index]),
    minMs: Math.min(...took[index]),
    maxMs: Math.max(...took[index]),
    what,
  }));
}

if (process.argv[1] === FILE) console.log(JSON.stringify(await measureHere(SUBJECTS[process.argv[2]])));
