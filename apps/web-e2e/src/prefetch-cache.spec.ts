import type { ServerResponse } from 'node:http';
import { test, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { startRouterSite, type RouterSite } from './support/router-site.ts';

/** What pages/router/prefetch-cache.mjs leaves on the window for this spec. */
interface PageWindow {
  readonly site: {
    readonly naive: Map<string, string>;
    naivePrefetch(href: string): Promise<void>;
    navigate(href: string): Promise<string>;
    prefetch(href: string): Promise<string>;
    readonly prefetcher: {
      clear(): void;
      invalidate(href: string): void;
      read(href: string): { readonly state: string; readonly value?: { readonly text: string } };
    };
    readonly tally: { snapshot(): Readonly<Record<string, unknown>> };
  };
}
declare const window: PageWindow & Window & typeof globalThis;

type Answer = (response: ServerResponse, guess: boolean, count: number) => void;

let site: RouterSite;
/** What the server answers on `<path>.json`; counted from 1. Each test has paths of its own. */
const answers = new Map<string, Answer>();
const counts = new Map<string, number>();

test.beforeAll(async () => {
  site = await startRouterSite({
    entry: 'prefetch-cache.mjs',
    answer({ url = '', headers }, response) {
      const path = url.replace(/\.json$/, '');
      const answer = answers.get(path);
      if (answer === undefined || path === url) return false;
      const count = (counts.get(path) ?? 0) + 1;
      counts.set(path, count);
      answer(response, headers['x-purpose'] === 'prefetch', count);
      return true;
    },
  });
});

test.afterAll(() => site.close());

const text =
  (body: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { 'cache-control': 'no-store', ...headers }).end(body);

/** Lets the server answer a path, and answers how often it was asked. */
function serve(path: string, answer: Answer): () => number {
  answers.set(path, answer);
  return () => counts.get(path) ?? 0;
}

/** Answers later: the first request when told, those after it at once. */
function holdFirst(path: string, first: Answer, rest: Answer): { asked: () => number; release: () => void } {
  let release = (): void => undefined;
  const asked = serve(path, (response, guess, count) => {
    if (count > 1) rest(response, guess, count);
    else release = () => first(response, guess, count);
  });
  return { asked, release: () => release() };
}

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`${site.origin}/${search}`);
  await page.waitForFunction(() => 'site' in window);
}

const prefetch = (page: Page, href: string): Promise<string> =>
  page.evaluate((to) => window.site.prefetch(to), href);
const navigate = (page: Page, href: string): Promise<string> =>
  page.evaluate((to) => window.site.navigate(to), href);
const stateOf = (page: Page, href: string): Promise<string> =>
  page.evaluate((to) => window.site.prefetcher.read(to).state, href);
const tallyOf = (page: Page): Promise<Readonly<Record<string, unknown>>> =>
  page.evaluate(() => window.site.tally.snapshot());

test('13 an entry is valid at 299 s and stale at 301 s', async ({ page }) => {
  const asked = serve('/13', text('page'));
  await page.clock.install();
  await open(page);
  expect(await prefetch(page, '/13')).toBe('fetched');
  await page.clock.fastForward(299_000);
  expect(await prefetch(page, '/13')).toBe('cached');
  await page.clock.fastForward(2_000);
  expect(await prefetch(page, '/13')).toBe('fetched');
  expect(asked()).toBe(2);
});

test('14 a stale time of the server counts for 30 s at least', async ({ page }) => {
  serve('/14-short', text('page', { 'x-stale-time': '1' }));
  serve('/14-long', text('page', { 'x-stale-time': '60' }));
  await page.clock.install();
  await open(page);
  for (const href of ['/14-short', '/14-long']) await prefetch(page, href);
  await page.clock.fastForward(28_000);
  expect(await prefetch(page, '/14-short')).toBe('cached');
  await page.clock.fastForward(3_000);
  expect(await prefetch(page, '/14-short')).toBe('fetched');
  expect(await prefetch(page, '/14-long')).toBe('cached');
});

test('15 a failure blocks for 10 s, and no timer asks again', async ({ page }) => {
  const asked = serve('/15', (response, _guess, count) => {
    response.writeHead(count === 1 ? 503 : 200).end('page');
  });
  await page.clock.install();
  await open(page);
  expect(await prefetch(page, '/15')).toBe('failed');
  await page.clock.fastForward(9_000);
  expect(await prefetch(page, '/15')).toBe('refused');
  await page.clock.runFor(60_000);
  expect(asked()).toBe(1);
  expect(await prefetch(page, '/15')).toBe('fetched');
  expect((await tallyOf(page)).refusals).toEqual({ 'backing-off': 1 });
});

test('16 the least recently used answer goes when the bytes are spent', async ({ page }) => {
  const kilobyte = text('x'.repeat(1_000));
  const asked = new Map(['/16-a', '/16-b', '/16-c', '/16-d'].map((path) => [path, serve(path, kilobyte)]));
  await open(page, '?maxBytes=3000');
  for (const href of ['/16-a', '/16-b', '/16-c']) await prefetch(page, href);
  await navigate(page, '/16-a');
  await prefetch(page, '/16-d');
  expect(await stateOf(page, '/16-b')).toBe('absent');
  for (const href of ['/16-a', '/16-c', '/16-d']) expect(await stateOf(page, href)).toBe('valid');
  expect(asked.get('/16-a')?.()).toBe(1);
  expect(await tallyOf(page)).toMatchObject({ used: 1, wasted: 1, bytes: 4_000, wastedBytes: 1_000 });
});

test('17 an answer from before an invalidation does not fill the entry after it', async ({ page }) => {
  const held = holdFirst('/17', text('old'), text('new'));
  const heldNaively = holdFirst('/17-naive', text('old'), text('new'));
  await open(page);
  await page.evaluate(() => {
    void window.site.prefetch('/17');
    void window.site.naivePrefetch('/17-naive.json');
  });
  await expect.poll(() => [held.asked(), heldNaively.asked()]).toEqual([1, 1]);
  await page.evaluate(() => {
    window.site.prefetcher.invalidate('/17');
    window.site.naive.clear();
  });
  expect(await prefetch(page, '/17')).toBe('fetched');
  await page.evaluate(() => window.site.naivePrefetch('/17-naive.json'));

  held.release();
  heldNaively.release();
  // The control: a cache without generations shows what was invalidated.
  await page.waitForFunction(() => [...window.site.naive.values()].includes('old'));
  await page.waitForFunction(() => window.site.tally.snapshot().done === 2);
  expect(await navigate(page, '/17')).toBe('new');
  expect(held.asked()).toBe(2);
});

test('18 back shows what was there, stale or not; a link asks anew', async ({ page }) => {
  const asked = serve(
    '/18',
    (response, _guess, count) => void response.writeHead(200).end(`version ${count}`),
  );
  serve('/18-next', text('next'));
  await page.clock.install();
  await open(page);
  for (const href of ['/18', '/18-next']) {
    await navigate(page, href);
    await page.evaluate((to) => history.pushState(null, '', to), href);
  }
  await page.clock.fastForward(400_000);
  await page.goBack();
  await expect(page.getByRole('main')).toHaveText('version 1');
  expect(asked()).toBe(1);
  expect(await navigate(page, '/18')).toBe('version 2');
});

test('19 a failed prefetch does not stand in the way of the navigation', async ({ page }) => {
  const shedding: Answer = (response, guess) =>
    void response.writeHead(guess ? 503 : 200).end(guess ? '' : 'page');
  const asked = serve('/19', shedding);
  const held = holdFirst('/19-joined', shedding, shedding);
  await open(page);
  expect(await prefetch(page, '/19')).toBe('failed');
  expect(await navigate(page, '/19')).toBe('page');
  expect(asked()).toBe(2);

  // The same where the navigation has joined the prefetch before it failed.
  await page.evaluate(() => void window.site.prefetch('/19-joined'));
  await expect.poll(held.asked).toBe(1);
  const shown = navigate(page, '/19-joined');
  await page.waitForFunction(() => window.site.tally.snapshot().late === 1);
  held.release();
  expect(await shown).toBe('page');
  expect(held.asked()).toBe(2);
});

test('20 a redirected prefetch never loops', async ({ page }) => {
  const redirect =
    (to: string): Answer =>
    (response) =>
      response.writeHead(307, { location: `${to}.json`, 'cache-control': 'no-store' }).end();
  const asked = serve('/20', redirect('/20-target'));
  const askedNaively = serve('/20-naive', redirect('/20-target'));
  const askedInCircle = serve('/20-circle', redirect('/20-circle-back'));
  serve('/20-circle-back', redirect('/20-circle'));
  serve('/20-target', text('target'));
  await open(page);

  // A list that asks for its links whenever it renders.
  const outcomes = await page.evaluate(async () => {
    const seen: string[] = [];
    for (let render = 0; render < 20; render += 1) {
      seen.push(await window.site.prefetch('/20'), await window.site.prefetch('/20-circle'));
      await window.site.naivePrefetch('/20-naive.json');
    }
    return [...new Set(seen)];
  });
  expect(outcomes).toEqual(['fetched', 'failed', 'cached', 'refused']);
  expect(asked()).toBe(1);
  // The browser itself follows 20 redirects, half of them to here.
  expect(askedInCircle()).toBeLessThanOrEqual(11);
  // The control: a cache that knows an answer only by the address it came from.
  expect(askedNaively()).toBe(20);
  expect(await navigate(page, '/20')).toBe('target');
  expect(asked()).toBe(1);
});

test('21 signing out leaves nothing of the one who did', async ({ page }) => {
  const held = holdFirst('/21-late', text('Ann, late'), text('nobody'));
  const asked = serve('/21', (response, _guess, count) => {
    response.writeHead(200).end(count === 1 ? 'Ann' : 'nobody');
  });
  await open(page);
  await prefetch(page, '/21');
  await page.evaluate(() => void window.site.prefetch('/21-late'));
  await expect.poll(held.asked).toBe(1);

  await page.evaluate(() => window.site.prefetcher.clear());
  expect(await prefetch(page, '/21-late')).toBe('fetched');
  held.release();
  await page.waitForFunction(() => window.site.tally.snapshot().done === 3);
  expect(await navigate(page, '/21-late')).toBe('nobody');
  expect(await navigate(page, '/21')).toBe('nobody');
  expect([held.asked(), asked()]).toEqual([2, 2]);
});
