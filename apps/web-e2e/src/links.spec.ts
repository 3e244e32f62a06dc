import { test as base, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { startRouterSite, type RouterSite } from './support/router-site.ts';

interface LinkEvent {
  readonly path: string;
  readonly phase: string;
  readonly priority: string;
  readonly source: string;
  readonly reason?: string;
}

declare global {
  interface Window {
    events: LinkEvent[];
    enabled: boolean;
    listeners: number;
    start(options?: object): () => void;
    stop(): void;
  }
}

const BODY = `<style>a, span { display: block; height: 40px; } .far { margin-top: 4000px; }</style>
  <span id="above">above</span>
  <a id="plain" href="/plain">plain</a>
  <a id="other" href="/other">other</a>
  <nav data-prefetch="off"><a id="off" href="/off">off</a></nav>
  <nav data-prefetch="intent"><a id="intent" href="/intent">intent</a></nav>
  <svg width="100" height="40"><a id="svg" href="/svg"><rect width="100" height="40" /></a></svg>
  <div id="host"><template shadowrootmode="open"><a id="one" href="/one">one</a><a id="two" href="/two">two</a></template></div>
  <main></main>
  <a id="far" class="far" href="/far">far</a>`;

const test = base.extend<object, { site: RouterSite }>({
  site: [
    async ({}, use) => {
      const site = await startRouterSite({
        entry: 'links.mjs',
        body: () => BODY,
        documentHeaders: { 'cache-control': 'max-age=60' },
      });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
});

/** Each page has a different address, because prefetched ones are cached. */
let visits = 0;

async function open(page: Page, site: RouterSite, query = ''): Promise<void> {
  visits += 1;
  site.requests.length = 0;
  await page.goto(`${site.origin}/visit-${visits}?${query}`);
  await page.waitForFunction(() => 'stop' in window);
}

const asked = (site: RouterSite, path: string): number =>
  site.requests.filter((request) => request.path === path).length;

const phasesOf = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(
    (wanted) => window.events.filter((event) => event.path === wanted).map(({ phase }) => phase),
    path,
  );

const sourceOf = (page: Page, path: string): Promise<string | undefined> =>
  page.evaluate((wanted) => window.events.find((event) => event.path === wanted)?.source, path);

test('a pointer that rests on a link prefetches it, and the navigation asks no second time', async ({
  page,
  site,
}) => {
  await open(page, site);
  await page.hover('#plain');
  await expect.poll(() => phasesOf(page, '/plain')).toEqual(['queued', 'started', 'done']);
  expect(await sourceOf(page, '/plain')).toBe('hover');
  expect(site.requests.find(({ path }) => path === '/plain')?.headers['sec-purpose']).toBe('prefetch');
  expect(await page.locator('link[rel=prefetch]').count()).toBe(0);

  await page.click('#plain');
  await page.waitForURL('**/plain');
  expect(asked(site, '/plain')).toBe(1);
});

test('without the prefetch the navigation asks for itself', async ({ page, site }) => {
  // Control for the count above.
  await open(page, site);
  await page.evaluate(() => window.stop());
  await page.hover('#other');
  await page.click('#other');
  await page.waitForURL('**/other');
  expect(
    site.requests.filter(({ path }) => path === '/other').map(({ headers }) => headers['sec-purpose']),
  ).toEqual([undefined]);
});

test('a pointer that leaves before the dwell prefetches nothing', async ({ page, site }) => {
  await page.clock.install();
  await open(page, site);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.hover('#plain');
  await page.clock.runFor(64);
  await page.hover('#above');
  await page.clock.runFor(1_000);
  await page.hover('#other');
  await page.clock.runFor(65);
  await expect.poll(() => asked(site, '/other')).toBe(1);
  expect(asked(site, '/plain')).toBe(0);
});

test('keyboard focus prefetches', async ({ page, site }) => {
  await open(page, site);
  await page.keyboard.press('Tab');
  await expect.poll(() => phasesOf(page, '/plain')).toContain('done');
  expect(await sourceOf(page, '/plain')).toBe('focus');
});

test('a press prefetches before the click, and a modified one does not', async ({ page, site }) => {
  await open(page, site, 'options={"hoverMs":60000}');
  await page.hover('#plain');
  await page.keyboard.down('Control');
  await page.mouse.down();
  await page.keyboard.up('Control');
  await page.hover('#other');
  await page.mouse.up();
  await page.mouse.down();
  await expect.poll(() => phasesOf(page, '/other')).toContain('done');
  expect(await sourceOf(page, '/other')).toBe('press');
  expect(await phasesOf(page, '/plain')).toEqual([]);
});

test('a touch prefetches', async ({ browser, site }) => {
  const context = await browser.newContext({ hasTouch: true });
  const page = await context.newPage();
  await open(page, site);
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  await page.tap('#plain');
  await expect.poll(() => sourceOf(page, '/plain')).toBe('touch');
  await context.close();
});

test('a link in view is prefetched, one far below when it is scrolled to', async ({ page, site }) => {
  await open(page, site, 'options={"viewport":true}');
  await expect.poll(() => phasesOf(page, '/plain')).toContain('done');
  expect(await sourceOf(page, '/plain')).toBe('viewport');
  expect(asked(site, '/far')).toBe(0);
  await page.locator('#far').scrollIntoViewIfNeeded();
  await expect.poll(() => asked(site, '/far')).toBe(1);
});

test('the margin of the viewport is an option', async ({ page, site }) => {
  await open(page, site, 'options={"viewport":true,"rootMargin":"9000px"}');
  await expect.poll(() => asked(site, '/far')).toBe(1);
});

test('4 a link that leaves the view before its turn is cancelled', async ({ page, site }) => {
  await open(page, site);
  await page.evaluate(() => {
    window.stop();
    window.stop = window.start({ viewport: true, guessBurst: 0, guessesPerSecond: 0 });
  });
  await expect.poll(() => phasesOf(page, '/plain')).toEqual(['queued']);
  await page.locator('#far').scrollIntoViewIfNeeded();
  await expect.poll(() => phasesOf(page, '/plain')).toEqual(['queued', 'cancelled']);
});

test('a link that is added later is found', async ({ page, site }) => {
  await open(page, site, 'options={"viewport":true}');
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p><a href="/late">late</a></p>');
  });
  await expect.poll(() => asked(site, '/late')).toBe(1);
});

test('links in one shadow root are seen', async ({ page, site }) => {
  await open(page, site);
  await page.hover('#one');
  await expect.poll(() => asked(site, '/one')).toBe(1);
  await page.hover('#two');
  await expect.poll(() => asked(site, '/two')).toBe(1);
});

test('a link in SVG is prefetched', async ({ page, site }) => {
  await open(page, site);
  await page.hover('#svg');
  await expect.poll(() => asked(site, '/svg')).toBe(1);
});

test('25 what opts out on an ancestor is refused with its reason, also when it is pressed', async ({
  page,
  site,
}) => {
  await open(page, site, 'options={"viewport":true}');
  await page.hover('#off');
  await page.mouse.down();
  await expect.poll(() => phasesOf(page, '/off')).toContain('refused');
  expect(await page.evaluate(() => window.events.find(({ path }) => path === '/off')?.phase)).toBe('queued');
  expect(await page.evaluate(() => window.events.find(({ reason }) => reason !== undefined)?.reason)).toBe(
    'opt-out',
  );
  expect(asked(site, '/off')).toBe(0);
});

test('a link for intents only is not prefetched for being in view', async ({ page, site }) => {
  await open(page, site, 'options={"viewport":true}');
  await expect.poll(() => phasesOf(page, '/svg')).toContain('done');
  expect(asked(site, '/intent')).toBe(0);
  await page.hover('#intent');
  await expect.poll(() => asked(site, '/intent')).toBe(1);
});

/** Adds 10,000 links and counts listeners from then on. */
function addManyLinks(): void {
  const main = document.querySelector('main');
  if (main === null) throw new Error('no main');
  main.innerHTML = `${'<p><a href="/many">x</a></p>'.repeat(10_000)}<a href="/last">x</a>`;
  window.listeners = 0;
  const add = Reflect.get(EventTarget.prototype, 'addEventListener') as (...parameters: unknown[]) => void;
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...parameters: unknown[]) {
    window.listeners += 1;
    add.apply(this, parameters);
  };
}

test('10,000 links take three listeners, and the last of them is seen too', async ({ page, site }) => {
  await open(page, site);
  await page.evaluate(() => window.stop());
  await page.evaluate(addManyLinks);
  await page.evaluate(() => {
    window.stop = window.start({ viewport: true, rootMargin: '1000000px' });
  });
  await expect.poll(() => asked(site, '/last')).toBe(1);
  expect(await page.evaluate(() => window.listeners)).toBe(3);

  // Control: one listener for each link would increase the count.
  await page.evaluate(() => {
    for (const link of document.querySelectorAll('main a'))
      link.addEventListener('mouseover', () => undefined);
  });
  expect(await page.evaluate(() => window.listeners)).toBe(10_004);
});

test('where the browser ignores prefetch links, as Safari does, they are fetched and hold no slot', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    DOMTokenList.prototype.supports = () => false;
  });
  await open(page, site, 'options={"viewport":true,"concurrency":1}');
  for (const path of ['/plain', '/other', '/svg']) {
    await expect.poll(() => phasesOf(page, path)).toEqual(['queued', 'started', 'done']);
    expect(site.requests.find((request) => request.path === path)?.headers['sec-purpose']).toBeUndefined();
  }
  expect(await page.locator('link[rel=prefetch]').count()).toBe(0);
});

test('nothing is prefetched once stopped', async ({ page, site }) => {
  await open(page, site);
  await page.hover('#plain');
  await page.evaluate(() => window.stop());
  await page.hover('#other');
  await page.mouse.down();
  await page.evaluate(() => (window.stop = window.start()));
  await page.hover('#svg');
  await expect.poll(() => phasesOf(page, '/svg')).toContain('done');
  expect(await phasesOf(page, '/other')).toEqual([]);
});
