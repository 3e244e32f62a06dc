import { PromiseQueue } from 'next/dist/client/components/promise-queue.js';
import { createPrefetchScheduler } from '@adit/router/prefetch';

const { IntersectionObserver } = window;

const handles = new Map();
let scheduler;

const load = (key, signal) => fetch(`/data/${key}`, { signal }).then((answer) => answer.text());

/** Links ask for themselves while they can be seen, topmost first, and again when they are pointed at. */
function watchLinks() {
  const keyOf = (link) => link.pathname.slice(1);
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes.toSorted(
      (one, other) => one.boundingClientRect.top - other.boundingClientRect.top,
    )) {
      if (isIntersecting) lab.schedule(keyOf(target));
      else lab.cancel(keyOf(target));
    }
  });
  for (const link of document.links) {
    observer.observe(link);
    link.addEventListener('pointerenter', () => lab.bump(keyOf(link), 'intent'));
  }
}

/** Ten thousand links in one task, every tenth of them pointed at; answers what became of them a task later. */
async function scheduleManyLinks() {
  const many = createPrefetchScheduler();
  let runs = 0;
  const run = () => {
    runs += 1;
    return Promise.resolve();
  };
  const links = Array.from({ length: 10_000 }, (_, index) =>
    many.schedule({ key: `/links/${index}`, kind: 'route', priority: 'viewport', run }),
  );
  for (let index = 0; index < links.length; index += 10) links[index].bump('intent');
  const startedAtOnce = runs;
  await new Promise((resolve) => setTimeout(resolve));
  return { startedAtOnce, runs, maxInFlight: many.stats().maxInFlight };
}

/** What the tests drive. */
const lab = {
  create(options) {
    scheduler = createPrefetchScheduler(options);
  },
  schedule(key, priority = 'viewport', kind = 'route', { isDeaf = false } = {}) {
    const run = isDeaf ? () => load(key) : ({ signal }) => load(key, signal);
    const handle = scheduler.schedule({ key, kind, priority, run });
    handles.set(key, handle);
    return handle;
  },
  bump: (key, priority) => handles.get(key)?.bump(priority),
  cancel: (key) => handles.get(key)?.cancel(),
  answer: (key) => handles.get(key).promise,
  stats: () => scheduler.stats(),
  createPromiseQueue() {
    const queue = new PromiseQueue(5);
    return {
      schedule: (key) => queue.enqueue(() => load(key)),
      bump: (promise) => queue.bump(promise),
    };
  },
  watchLinks,
  scheduleManyLinks,
};

window.lab = lab;
