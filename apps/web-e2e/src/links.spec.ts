import { test as base } from '@playwright/test';
import {
  asked,
  eventsOf,
  LINKS,
  open,
  phasesOf,
  prefetchElements,
  purposesOf,
  sourceOf,
  startLinkSite,
  type LinkVisit,
} from './journeys/links.ts';
import { expect } from './support/expect.ts';
import type { RouterSite } from './support/router-site.ts';
import { tabOf } from './support/tab.ts';

const test = base.extend<{ visit: LinkVisit }, { site: RouterSite }>({
  visit: ({ page, site }, use) => use({ tab: tabOf(page), site, expect }),
  site: [
    async ({}, use) => {
      const site = await startLinkSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
});

for (const [title, journey] of Object.entries(LINKS)) test(title, ({ visit }) => journey(visit));

test('a pointer that leaves before the dwell prefetches nothing', async ({ page, visit }) => {
  await page.clock.install();
  await open(visit);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.hover('#plain');
  await page.clock.runFor(64);
  await page.hover('#above');
  await page.clock.runFor(1_000);
  await page.hover('#other');
  await page.clock.runFor(65);
  await expect.poll(() => asked(visit, 'other')).toBe(1);
  expect(asked(visit, 'plain')).toBe(0);
});

test('keyboard focus prefetches', async ({ page, visit }) => {
  await open(visit);
  await page.keyboard.press('Tab');
  await expect.poll(() => phasesOf(visit, 'plain')).toContain('done');
  expect(await sourceOf(visit, 'plain')).toBe('focus');
});

test('a press prefetches before the click, and a modified one does not', async ({ page, visit }) => {
  await open(visit, { hoverMs: 60_000 });
  await page.hover('#plain');
  await page.keyboard.down('Control');
  await page.mouse.down();
  await page.keyboard.up('Control');
  await page.hover('#other');
  await page.mouse.up();
  await page.mouse.down();
  await expect.poll(() => phasesOf(visit, 'other')).toContain('done');
  expect(await sourceOf(visit, 'other')).toBe('press');
  expect(await phasesOf(visit, 'plain')).toEqual([]);
});

test('a touch prefetches', async ({ browser, site }) => {
  const context = await browser.newContext({ hasTouch: true });
  const page = await context.newPage();
  const visit = { tab: tabOf(page), site, expect };
  await open(visit);
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  await page.tap('#plain');
  await expect.poll(() => sourceOf(visit, 'plain')).toBe('touch');
  await context.close();
});

test('the margin of the viewport is an option', async ({ visit }) => {
  await open(visit, { viewport: true, rootMargin: '9000px' });
  await expect.poll(() => asked(visit, 'far')).toBe(1);
});

test('4 a link that leaves the view before its turn is cancelled', async ({ page, visit }) => {
  await open(visit);
  await page.evaluate(() => {
    window.stop();
    window.stop = window.start({ viewport: true, guessBurst: 0, guessesPerSecond: 0 });
  });
  await expect.poll(() => phasesOf(visit, 'plain')).toEqual(['queued']);
  await page.locator('#far').scrollIntoViewIfNeeded();
  await expect.poll(() => phasesOf(visit, 'plain')).toEqual(['queued', 'cancelled']);
});

test('a link that is added later is found', async ({ page, visit }) => {
  await open(visit, { viewport: true });
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p><a href="late">late</a></p>');
  });
  await expect.poll(() => asked(visit, 'late')).toBe(1);
});

test('links in one shadow root are seen', async ({ page, visit }) => {
  await open(visit);
  await page.hover('#one');
  await expect.poll(() => asked(visit, 'one')).toBe(1);
  await page.hover('#two');
  await expect.poll(() => asked(visit, 'two')).toBe(1);
});

test('a link in SVG is prefetched', async ({ page, visit }) => {
  await open(visit);
  await page.hover('#svg');
  await expect.poll(() => asked(visit, 'svg')).toBe(1);
});

test('25 what opts out on an ancestor is refused with its reason, also when it is pressed', async ({
  page,
  visit,
}) => {
  await open(visit, { viewport: true });
  await page.hover('#off');
  await page.mouse.down();
  await expect.poll(() => phasesOf(visit, 'off')).toContain('refused');
  const events = await eventsOf(visit, 'off');
  expect(events[0]?.phase).toBe('queued');
  expect(events.find(({ reason }) => reason !== undefined)?.reason).toBe('opt-out');
  expect(asked(visit, 'off')).toBe(0);
});

test('a link for intents only is not prefetched for being in view', async ({ page, visit }) => {
  await open(visit, { viewport: true });
  await expect.poll(() => phasesOf(visit, 'svg')).toContain('done');
  expect(asked(visit, 'intent')).toBe(0);
  await page.hover('#intent');
  await expect.poll(() => asked(visit, 'intent')).toBe(1);
});

/** Adds 10,000 links and counts listeners from then on. */
function addManyLinks(): void {
  const main = document.querySelector('main');
  if (main === null) throw new Error('no main');
  main.innerHTML = `${'<p><a href="many">x</a></p>'.repeat(10_000)}<a href="last">x</a>`;
  window.listeners = 0;
  const add = Reflect.get(EventTarget.prototype, 'addEventListener') as (...parameters: unknown[]) => void;
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...parameters: unknown[]) {
    window.listeners += 1;
    add.apply(this, parameters);
  };
}

test('10,000 links take three listeners, and the last of them is seen too', async ({ page, visit }) => {
  await open(visit);
  await page.evaluate(() => window.stop());
  await page.evaluate(addManyLinks);
  await page.evaluate(() => {
    window.stop = window.start({ viewport: true, rootMargin: '1000000px' });
  });
  await expect.poll(() => asked(visit, 'last')).toBe(1);
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
  visit,
}) => {
  await page.addInitScript(() => {
    DOMTokenList.prototype.supports = () => false;
  });
  await open(visit, { viewport: true, concurrency: 1 });
  for (const name of ['plain', 'other', 'svg']) {
    await expect.poll(() => phasesOf(visit, name)).toEqual(['queued', 'started', 'done']);
    expect(purposesOf(visit, name)).toEqual([undefined]);
  }
  expect(await prefetchElements(visit)).toBe(0);
});

test('nothing is prefetched once stopped', async ({ page, visit }) => {
  await open(visit);
  await page.hover('#plain');
  await page.evaluate(() => window.stop());
  await page.hover('#other');
  await page.mouse.down();
  await page.evaluate(() => (window.stop = window.start()));
  await page.hover('#svg');
  await expect.poll(() => phasesOf(visit, 'svg')).toContain('done');
  expect(await phasesOf(visit, 'other')).toEqual([]);
});
