import type { ServerResponse } from 'node:http';
import { test as base, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { startRouterSite } from './support/router-site.ts';

type Priority = 'navigation' | 'intent' | 'viewport' | 'background';

/** What the page offers, by `pages/router/scheduler.mjs`. */
interface Lab {
  create(options?: object): void;
  schedule(
    key: string,
    priority?: Priority,
    kind?: 'route' | 'segment',
    options?: { isDeaf: boolean },
  ): { cancel(): void };
  bump(key: string, priority: Priority): void;
  cancel(key: string): void;
  answer(key: string): Promise<string>;
  stats(): { inFlight: number; queued: number; navigations: number };
  createPromiseQueue(): {
    schedule(key: string): Promise<string>;
    bump(promise: Promise<string>): void;
  };
  watchLinks(): void;
  scheduleManyLinks(): Promise<{ startedAtOnce: number; runs: number; maxInFlight: number }>;
}

declare global {
  interface Window {
    readonly lab: Lab;
  }
}

/** A server that holds every answer until the test gives it, or for as long as `delayMs` says. */
interface Data {
  origin: string;
  /** Keys in the order in which they were asked for. */
  readonly asked: string[];
  /** Keys whose request the browser gave up. */
  readonly dropped: string[];
  /** The most requests at the server together, by the first word of the key and of all. */
  readonly most: Record<string, number>;
  delayMs: (() => number) | undefined;
  give(key: string): void;
}

/** The last is the topmost; the first is far below. */
const LINKS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Reversed by style, so that the order of the document is not the order on the screen. */
const BODY = `<style>
    nav { display: flex; flex-direction: column-reverse; }
    a { height: 60px; }
    a:first-child { margin-top: 3000px; }
  </style><nav>${LINKS.map((number) => `<a href="/${number}">${number}</a>`).join('')}</nav>`;

const test = base.extend<{ data: Data; lab: Page }>({
  data: async ({}, use) => {
    const waiting = new Map<string, ServerResponse[]>();
    const open: Record<string, number> = {};
    const data: Data = {
      origin: '',
      asked: [],
      dropped: [],
      most: {},
      delayMs: undefined,
      give(key) {
        for (const response of waiting.get(key) ?? []) response.end(`page ${key}`);
        waiting.delete(key);
      },
    };
    const site = await startRouterSite({
      entry: 'scheduler.mjs',
      body: () => BODY,
      answer(request, response) {
        const key = /^\/data\/(.*)/.exec(request.url ?? '')?.[1];
        if (key === undefined) return false;
        const counted = ['all', key.split('-')[0] ?? ''];
        data.asked.push(key);
        for (const name of counted) {
          open[name] = (open[name] ?? 0) + 1;
          data.most[name] = Math.max(data.most[name] ?? 0, open[name]);
        }
        response.setHeader('cache-control', 'no-store');
        response.once('close', () => {
          for (const name of counted) open[name] = (open[name] ?? 0) - 1;
          if (!response.writableFinished) data.dropped.push(key);
        });
        if (data.delayMs === undefined) waiting.set(key, [...(waiting.get(key) ?? []), response]);
        else setTimeout(() => response.end(key), data.delayMs());
        return true;
      },
    });
    data.origin = site.origin;
    await use(data);
    await site.close();
  },
  lab: async ({ page, data }, use) => {
    await page.setViewportSize({ width: 600, height: 400 });
    await page.goto(data.origin);
    await page.waitForFunction(() => 'lab' in window);
    await use(page);
  },
});

/** Waits until the server has been asked for exactly this, and shows that nothing else was on its way. */
async function expectAsked(page: Page, data: Data, keys: readonly string[]): Promise<void> {
  await expect.poll(() => data.asked, { intervals: [10] }).toEqual(keys);
  await page.evaluate(() => fetch('/mark').then((answer) => answer.text()));
  expect(data.asked).toEqual(keys);
}

/** Gives the answers one by one; each makes room for the next request. */
async function expectOrder(page: Page, data: Data, keys: readonly string[]): Promise<void> {
  for (const [index, key] of keys.entries()) {
    await expectAsked(page, data, keys.slice(0, index + 1));
    data.give(key);
  }
}

const ONE_BY_ONE = { concurrency: 1, order: 'oldest-first' };

test('§5.1 a hovered link goes next', async ({ lab, data }) => {
  await lab.evaluate((options) => {
    window.lab.create(options);
    window.lab.watchLinks();
  }, ONE_BY_ONE);
  await expectAsked(lab, data, ['8']);
  await lab.hover('a[href="/4"]');
  await expectOrder(lab, data, ['8', '4', '7']);
});

test('§5.2 route trees go before segments that are asked for one class below them', async ({ lab, data }) => {
  await lab.evaluate((options) => {
    window.lab.create(options);
    for (const page of ['a', 'b']) {
      window.lab.schedule(`segment-${page}`, 'background', 'segment');
      window.lab.schedule(`tree-${page}`, 'viewport', 'route');
    }
  }, ONE_BY_ONE);
  await expectOrder(lab, data, ['tree-a', 'tree-b', 'segment-a', 'segment-b']);
});

test('§5.3 the reserve serves only the newest hovered link; the one before it stays ahead of the rest', async ({
  lab,
  data,
}) => {
  await lab.evaluate(() => {
    window.lab.create({ concurrency: 2, intentReserve: 1, order: 'oldest-first' });
    window.lab.schedule('seen-1');
    window.lab.schedule('seen-2');
  });
  await expectAsked(lab, data, ['seen-1']);
  await lab.evaluate(() => void window.lab.schedule('hovered-1', 'intent'));
  await expectAsked(lab, data, ['seen-1', 'hovered-1']);
  await lab.evaluate(() => {
    window.lab.schedule('hovered-2', 'intent');
    window.lab.schedule('hovered-3', 'intent');
  });
  await expectAsked(lab, data, ['seen-1', 'hovered-1']);
  data.give('hovered-1');
  await expectAsked(lab, data, ['seen-1', 'hovered-1', 'hovered-3']);
  data.give('seen-1');
  // The slot that is free now is kept for the next link to be hovered; the one before waits for another.
  await expectAsked(lab, data, ['seen-1', 'hovered-1', 'hovered-3']);
  data.give('hovered-3');
  await expectAsked(lab, data, ['seen-1', 'hovered-1', 'hovered-3', 'hovered-2']);
  data.give('hovered-2');
  await expectAsked(lab, data, ['seen-1', 'hovered-1', 'hovered-3', 'hovered-2', 'seen-2']);
  expect(data.most.all).toBe(2);
});

test('§5.4 a link that leaves the viewport is not asked for any more', async ({ lab, data }) => {
  await lab.evaluate((options) => {
    window.lab.create(options);
    window.lab.watchLinks();
  }, ONE_BY_ONE);
  await expectAsked(lab, data, ['8']);
  await lab.evaluate(() => window.scrollTo(0, 150));
  // Link 7 is gone before its turn came, and link 8 before its answer.
  await expectAsked(lab, data, ['8', '6']);
  data.give('6');
  await expectAsked(lab, data, ['8', '6', '5']);
  expect(data.dropped).toEqual(['8']);
});

test('§5.5 a link that enters it again is asked for after all', async ({ lab, data }) => {
  await lab.evaluate((options) => {
    window.lab.create(options);
    window.lab.watchLinks();
  }, ONE_BY_ONE);
  await expectAsked(lab, data, ['8']);
  await lab.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expectAsked(lab, data, ['8', '1']);
  await lab.evaluate(() => window.scrollTo(0, 0));
  await expectAsked(lab, data, ['8', '1', '8']);
});

/** A hundred turns of scheduling and bumping, in a random order that a seed repeats. */
async function storm(seed: number): Promise<void> {
  let state = seed;
  const upTo = (max: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
  const priorities = ['intent', 'viewport', 'background'] as const;
  window.lab.create();
  const answers: Promise<unknown>[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const kind = upTo(2) === 0 ? 'segment' : 'route';
    const key = `${kind}-${upTo(60)}`;
    // A run that obeys frees its slot before the server hears of it.
    window.lab.schedule(key, priorities[upTo(3)], kind, { isDeaf: true });
    answers.push(window.lab.answer(key).catch(() => undefined));
    const other = `${upTo(2) === 0 ? 'segment' : 'route'}-${upTo(60)}`;
    if (upTo(3) === 0) window.lab.cancel(other);
    else window.lab.bump(other, 'intent');
    if (turn % 4 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  await Promise.all(answers);
}

test('§5.6 no interleaving of schedule, bump and cancel exceeds a limit at the server', async ({
  lab,
  data,
}) => {
  data.delayMs = () => 10 + (data.asked.length % 8);
  for (const seed of [1, 2, 3]) await lab.evaluate(storm, seed);
  expect(data.asked.length).toBeGreaterThan(100);
  expect(data.most.all).toBeLessThanOrEqual(5);
  expect(data.most.segment).toBeLessThanOrEqual(3);
  // How many really meet there depends on the machine.
  expect(data.most.all).toBeGreaterThan(1);
});

test('§5.6 the limits are used: five at the server, three of them for segments', async ({ lab, data }) => {
  await lab.evaluate(() => {
    window.lab.create({ intentReserve: 0 });
    // The newest go first.
    for (const page of ['a', 'b', 'c', 'd']) window.lab.schedule(`route-${page}`, 'viewport', 'route');
    for (const page of ['a', 'b', 'c', 'd']) window.lab.schedule(`segment-${page}`, 'viewport', 'segment');
  });
  await expect.poll(() => data.most, { intervals: [10] }).toMatchObject({ all: 5, segment: 3 });
});

test('§5.6 control: Next’s former queue has six requests at the server of five', async ({ lab, data }) => {
  await lab.evaluate(() => {
    const queue = window.lab.createPromiseQueue();
    const answers = Array.from({ length: 8 }, (_, index) => queue.schedule(`queue-${index}`));
    for (const answer of answers.slice(6)) queue.bump(answer);
  });
  // Seven were sent; six is what Chromium lets through to one server.
  await expect.poll(() => data.most.queue, { intervals: [10] }).toBe(6);
});

test('§5.7 a bump changes the order and starts nothing', async ({ lab, data }) => {
  await lab.evaluate((options) => {
    window.lab.create(options);
    for (const key of ['a', 'b', 'c']) window.lab.schedule(key);
  }, ONE_BY_ONE);
  await expectAsked(lab, data, ['a']);
  await lab.evaluate(() => window.lab.bump('c', 'intent'));
  expect(await lab.evaluate(() => window.lab.stats())).toMatchObject({ inFlight: 1, queued: 2 });
  await expectOrder(lab, data, ['a', 'c', 'b']);
});

test('§5.8 the topmost visible link goes first', async ({ lab, data }) => {
  await lab.evaluate((options) => {
    window.lab.create(options);
    window.lab.watchLinks();
  }, ONE_BY_ONE);
  await expectOrder(lab, data, ['8', '7', '6', '5']);
});

test('§5.9 what one task asks for is ranked before the first goes', async ({ lab, data }) => {
  const stats = await lab.evaluate(() => {
    window.lab.create({ concurrency: 1 });
    for (let index = 0; index < 50; index += 1) window.lab.schedule(`guess-${index}`, 'background');
    window.lab.schedule('hovered', 'intent');
    return window.lab.stats();
  });
  expect(stats).toMatchObject({ inFlight: 0, queued: 51 });
  await expectOrder(lab, data, ['hovered', 'guess-49']);
});

test('§5.10 a navigation goes at once, stops the guesses, and lets each go on once', async ({
  lab,
  data,
}) => {
  await lab.evaluate(() => {
    window.lab.create({ concurrency: 3, intentReserve: 0, order: 'oldest-first' });
    for (const key of ['a', 'b', 'c', 'd']) window.lab.schedule(key);
  });
  await expectAsked(lab, data, ['a', 'b', 'c']);
  await lab.evaluate(() => void window.lab.schedule('goal', 'navigation'));
  await expectAsked(lab, data, ['a', 'b', 'c', 'goal']);
  await expect.poll(() => [...data.dropped].sort(), { intervals: [10] }).toEqual(['a', 'b', 'c']);
  expect(await lab.evaluate(() => window.lab.stats())).toMatchObject({
    inFlight: 0,
    queued: 4,
    navigations: 1,
  });

  data.give('goal');
  await expectAsked(lab, data, ['a', 'b', 'c', 'goal', 'a', 'b', 'c']);
  for (const key of ['a', 'b', 'c']) data.give(key);
  await expectAsked(lab, data, ['a', 'b', 'c', 'goal', 'a', 'b', 'c', 'd']);
  data.give('d');
  expect(
    await lab.evaluate(() => Promise.all(['a', 'goal', 'd'].map((key) => window.lab.answer(key)))),
  ).toEqual(['page a', 'page goal', 'page d']);
});

test('§5.10 a navigation to what is being prefetched joins that request', async ({ lab, data }) => {
  await lab.evaluate(() => {
    window.lab.create();
    window.lab.schedule('goal');
  });
  await expectAsked(lab, data, ['goal']);
  await lab.evaluate(() => void window.lab.schedule('goal', 'navigation'));
  await expectAsked(lab, data, ['goal']);
  data.give('goal');
  expect(await lab.evaluate(() => window.lab.answer('goal'))).toBe('page goal');
  expect(data.dropped).toEqual([]);
});

test('§5.11 those who ask for the same share one request', async ({ lab, data }) => {
  await lab.evaluate(() => {
    window.lab.create();
    window.lab.schedule('a');
  });
  await expectAsked(lab, data, ['a']);
  await lab.evaluate(() => {
    window.lab.schedule('a').cancel();
    window.lab.schedule('a', 'intent');
  });
  await expectAsked(lab, data, ['a']);
  data.give('a');
  expect(await lab.evaluate(() => window.lab.answer('a'))).toBe('page a');
});

test('§5.12 ten thousand links are put in order before the first starts, and all run within the limit', async ({
  lab,
}) => {
  expect(await lab.evaluate(() => window.lab.scheduleManyLinks())).toEqual({
    startedAtOnce: 0,
    runs: 10_000,
    // The fifth slot is the newest intent's, and all of these waited together.
    maxInFlight: 4,
  });
});
