import type { IncomingMessage, ServerResponse } from 'node:http';
import { test, type Page } from '@playwright/test';
import { asked as askedOf, recoveryBody, RELOADS, RESTORED, startReloadSite } from './journeys/recovery.ts';
import { expect } from './support/expect.ts';
import { startRouterSite, type RouterSite } from './support/router-site.ts';
import { tabOf } from './support/tab.ts';

/** The names that pages/router/recovery.mjs sets on the window for this spec. */
interface PageWindow {
  readonly app: {
    readonly connectivity: {
      readonly start: () => () => void;
      readonly state: () => unknown;
      readonly suspect: () => void;
      readonly whenOnline: (key: string) => Promise<string>;
    };
    readonly hard: { readonly hardNavigate: (href: string, options: object) => unknown };
    readonly load: (file: string) => Promise<{ readonly default: string }>;
    readonly navigator: { readonly push: (href: string) => unknown };
    readonly open: (file: string) => Promise<void>;
    readonly openScript: (file: string) => void;
    readonly skew: {
      readonly inspect: (response: Response) => void;
      readonly start: () => () => void;
      readonly state: () => unknown;
    };
  };
  readonly events: readonly { readonly type: string }[];
  readonly kinds: readonly string[];
  readonly lastError: readonly [name: string, message: string];
  resumed: string[];
}
declare const window: PageWindow & Window & typeof globalThis;

const HTML = '<!doctype html><title>Not found</title>';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The deployed build, and the server's answers besides documents. */
const deployment: { build: string; files: Record<string, Reply | 'never'> } = { build: 'A', files: {} };

const script = (body: string): Reply => ({ headers: { 'content-type': 'text/javascript' }, body });
const route = (text: string): Reply => script(`export default ${JSON.stringify(text)};`);
const html = (type: string): Reply => ({ headers: { 'content-type': type }, body: HTML });
const GONE: Reply = { status: 404 };

function answer({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const reply = deployment.files[url];
  if (reply === undefined) return false;
  if (reply === 'never') return true;
  const { status = 200, headers = {}, body = '' } = reply;
  response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(status === 204 ? '' : body);
  return true;
}

let site: RouterSite;

test.beforeAll(async () => {
  site = await startRouterSite({
    entry: 'recovery.mjs',
    answer,
    body: () => recoveryBody(deployment.build),
  });
});
test.afterAll(() => site.close());

test.beforeEach(() => {
  Object.assign(deployment, { build: 'A', files: {} });
  site.requests.length = 0;
});

const asked = (path: string): number => askedOf(site, path);

async function start(page: Page, path = '/'): Promise<void> {
  await page.goto(`${site.origin}${path}`);
  await page.waitForFunction(() => 'app' in window);
}

const open = (page: Page, file: string): Promise<void> =>
  page.evaluate((name) => void window.app.open(name), file);
const shown = (page: Page) => page.locator('output');

/** Waits for the document of a reload. */
async function untilLoads(page: Page, path: string, loads: number): Promise<void> {
  await expect.poll(() => asked(path)).toBe(loads);
  // Its output is empty; that of the previous document reports a reload or a question.
  await expect(shown(page)).toHaveText('');
  await page.waitForFunction(() => 'app' in window);
}

test.describe('the reload breaker', () => {
  let guarded: RouterSite;

  test.beforeAll(async () => {
    guarded = await startReloadSite();
  });
  test.afterAll(() => guarded.close());

  for (const [title, journey] of Object.entries(RELOADS))
    test(title, ({ page }) => journey({ tab: tabOf(page), site: guarded, expect }));
});

/** A tab sees two deployments; each removes the route it is about to open. */
async function meetTwoDeployments(page: Page, path: string): Promise<void> {
  deployment.files = { '/route.A.js': GONE };
  await start(page, path);
  deployment.build = 'B';
  await open(page, '/route.A.js');
  await untilLoads(page, path, 2);
  deployment.files = { '/first.B.js': route('first'), '/second.B.js': GONE, '/second.C.js': route('second') };
  await open(page, '/first.B.js');
  await expect(shown(page)).toHaveText('first');
  deployment.build = 'C';
  await open(page, '/second.B.js');
}

test('§5.45 two deployments in one tab are recovered from, with one reload each, and told', async ({
  page,
}) => {
  await meetTwoDeployments(page, '/');
  await untilLoads(page, '/', 3);
  await open(page, '/second.C.js');
  await expect(shown(page)).toHaveText('second');
  const recovered = await page.evaluate(() => window.events.filter(({ type }) => type === 'skew-recovered'));
  expect(recovered).toEqual([{ type: 'skew-recovered', source: 'missing-chunk', from: 'B', to: 'C' }]);
});

test('§5.45 control: a flag for the tab recovers from the first deployment only', async ({ page }) => {
  await meetTwoDeployments(page, '/?control=flag');
  await expect(shown(page)).toHaveText('show-screen');
  expect(asked('/?control=flag')).toBe(2);
});

/** A page that opens a missing route as soon as it has loaded. */
async function loadForever(page: Page, path: string, until: () => Promise<void>): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => void window.app.open('/route.A.js'));
  });
  await page.goto(`${site.origin}${path}`, { waitUntil: 'commit' });
  await until();
}

test('§5.46 a route that always fails in a page that always loads makes no loop', async ({ page }) => {
  await loadForever(page, '/', () => expect(shown(page)).toHaveText('show-screen'));
  expect(asked('/')).toBe(2);
});

test('§5.46 control: a guard that the entry clears loops', async ({ page }) => {
  const path = '/?control=cleared-flag';
  await loadForever(page, path, () => expect.poll(() => asked(path)).toBeGreaterThan(5));
  deployment.files = { '/route.A.js': route('the route') };
  await expect(shown(page)).toHaveText('the route');
});

test('§5.47 a chunk that fails offline shows that, and reloads nothing', async ({ page, context }) => {
  await start(page);
  await context.setOffline(true);
  await open(page, '/route.A.js');
  await expect(shown(page)).toHaveText('wait-for-network');
  await context.setOffline(false);
  await open(page, '/route.A.js');
  await untilLoads(page, '/', 2);
});

test('§5.48 a chunk that was rejected is asked for again', async ({ page }) => {
  deployment.files = { '/route.A.js': { status: 503 } };
  await start(page);
  const load = (): Promise<string> =>
    page.evaluate(() =>
      window.app.load('/route.A.js').then(
        ({ default: text }) => text,
        () => 'rejected',
      ),
    );
  expect(await load()).toBe('rejected');
  deployment.files = { '/route.A.js': route('here') };
  expect([await load(), await load()]).toEqual(['here', 'here']);
  expect(asked('/route.A.js')).toBe(2);
});

test('§5.42 a navigation answered by another deployment becomes a document load', async ({ page }) => {
  deployment.files = { '/next.json': { headers: { 'x-nextjs-deployment-id': 'B' }, body: '{}' } };
  await start(page);
  await page.evaluate(() => window.app.navigator.push('/next'));
  await page.waitForURL('**/next');
  expect(asked('/next')).toBe(1);
});

test('unsaved input is asked about before a reload, and survives the question', async ({ page }) => {
  await start(page);
  await page.locator('#name').fill('Ada');
  await open(page, '/route.A.js');
  await expect(shown(page)).toHaveText('ask');
  const refused = await page.evaluate(() =>
    window.app.hard.hardNavigate(location.href, { reason: 'missing-chunk' }),
  );
  expect(refused).toEqual({ outcome: 'refused', reason: 'unsaved-input' });
  await expect(page.locator('#name')).toHaveValue('Ada');
  expect(asked('/')).toBe(1);
  await page.evaluate(() => void window.app.hard.hardNavigate(location.href, { reason: 'confirmed' }));
  await untilLoads(page, '/', 2);
});

test('unsaved input control: what was sent or taken back is not asked about', async ({ page }) => {
  await start(page);
  await page.locator('#name').fill('Ada');
  await page.evaluate(() => document.querySelector('form')?.reset());
  await open(page, '/route.A.js');
  await untilLoads(page, '/', 2);
});

test.describe('an HTML page answered for a script', () => {
  const kinds = (page: Page) => page.evaluate(() => window.kinds);
  const lastError = (page: Page) => page.evaluate(() => window.lastError);

  // Typed input keeps the page, so that it can be inspected.
  async function startHeld(page: Page, files: typeof deployment.files): Promise<void> {
    deployment.files = files;
    await start(page);
    await page.locator('#name').fill('Ada');
  }

  test('is a missing chunk, as an import', async ({ page }) => {
    await startHeld(page, { '/a.js': html('text/html'), '/b.js': html('text/javascript') });
    await open(page, '/a.js');
    await expect.poll(() => kinds(page)).toEqual(['missing-chunk']);
    expect(await lastError(page)).toEqual([
      'TypeError',
      `Failed to fetch dynamically imported module: ${site.origin}/a.js`,
    ]);
    await open(page, '/b.js');
    await expect.poll(() => kinds(page)).toEqual(['missing-chunk', 'missing-chunk']);
    expect(await lastError(page)).toEqual(['SyntaxError', "Unexpected token '<'"]);
  });

  test('is a missing chunk, as a classic script', async ({ page }) => {
    await startHeld(page, {
      '/a.js': html('text/html'),
      '/b.js': { ...html('text/html'), headers: { 'x-content-type-options': 'nosniff' } },
    });
    await page.evaluate(() => window.app.openScript('/a.js'));
    await expect.poll(() => kinds(page)).toEqual(['missing-chunk']);
    expect(await lastError(page)).toEqual(['ErrorEvent', "Uncaught SyntaxError: Unexpected token '<'"]);
    await page.evaluate(() => window.app.openScript('/gone.js'));
    await expect.poll(() => kinds(page)).toEqual(['missing-chunk', 'missing-chunk']);
    expect(await lastError(page)).toEqual(['Event', undefined]);
  });

  test('control: a mistake in a script of our own is an error of the page, and reloads nothing', async ({
    page,
  }) => {
    deployment.files = {
      '/a.js': script('const here = 1;\nconst there = <b></b>;'),
      '/b.js': script('const here = };'),
    };
    await start(page);
    await page.evaluate(() => window.app.openScript('/a.js'));
    await expect.poll(() => kinds(page)).toEqual(['client']);
    expect(await lastError(page)).toEqual(['ErrorEvent', "Uncaught SyntaxError: Unexpected token '<'"]);
    await open(page, '/b.js');
    await expect.poll(() => kinds(page)).toEqual(['client', 'client']);
    await expect(shown(page)).toHaveText('show-screen');
    expect(asked('/')).toBe(1);
  });
});

test('a poll notices a new version once it is really there, and is then over', async ({ page }) => {
  const skew = () => page.evaluate(() => window.app.skew.state());
  const polls = () => asked('/version.json');
  deployment.files = { '/version.json': { body: '{"version":"A"}' } };
  await start(page);
  await page.evaluate(() => void window.app.skew.start());
  await expect.poll(polls).toBeGreaterThan(1);
  deployment.files = { '/version.json': html('text/html') };
  const before = polls();
  await expect.poll(polls).toBeGreaterThan(before + 1);
  expect(await skew()).toEqual({ status: 'current' });
  deployment.files = { '/version.json': { body: '{"version":"B"}' } };
  await expect.poll(skew).toEqual({ status: 'outdated', to: 'B', source: 'poll' });
  const after = polls();
  await page.waitForTimeout(150);
  expect(polls()).toBe(after);
});

test('a Server Action that is unknown to the server is skew where the version says so too', async ({
  page,
}) => {
  const act = () =>
    page.evaluate(async () => window.app.skew.inspect(await fetch('/action.json', { method: 'POST' })));
  const skew = () => page.evaluate(() => window.app.skew.state());
  const unknown = { status: 404, headers: { 'x-nextjs-action-not-found': '1' } };
  deployment.files = { '/action.json': unknown, '/version.json': { body: '{"version":"A"}' } };
  await start(page);
  const answered = page.waitForResponse('**/version.json');
  await act();
  // A second question while the first is under way would get its answer.
  await (await answered).finished();
  expect(await skew()).toEqual({ status: 'current' });
  deployment.files['/version.json'] = { body: '{"version":"B"}' };
  await act();
  await expect.poll(skew).toEqual({ status: 'outdated', to: 'B', source: 'server-action' });
});

test('a probe tells a captive portal and silence from a network', async ({ page }) => {
  const state = () => page.evaluate(() => window.app.connectivity.state());
  const suspect = () => page.evaluate(() => window.app.connectivity.suspect());
  deployment.files = { '/probe': { status: 204 } };
  await start(page);
  await page.evaluate(() => void window.app.connectivity.start());
  await suspect();
  await expect.poll(() => asked('/probe')).toBe(1);
  expect(await state()).toEqual({ online: true });
  deployment.files = { '/probe': html('text/html') };
  await suspect();
  await expect.poll(state).toEqual({ online: false, reason: 'captive-portal' });
  deployment.files = { '/probe': 'never' };
  await expect.poll(state).toEqual({ online: false, reason: 'no-answer' });
  deployment.files = { '/probe': { status: 204 } };
  await expect.poll(state).toEqual({ online: true });
});

test('§5.24 what waits for the network goes on once it is there, save what was superseded', async ({
  page,
  context,
}) => {
  deployment.files = { '/probe': { status: 204 } };
  await start(page);
  await page.evaluate(() => void window.app.connectivity.start());
  await context.setOffline(true);
  await expect
    .poll(() => page.evaluate(() => window.app.connectivity.state()))
    .toEqual({ online: false, reason: 'no-network' });
  await page.evaluate(() => {
    window.resumed = [];
    for (const key of ['prefetch', 'navigation', 'navigation'])
      void window.app.connectivity.whenOnline(key).then((how) => window.resumed.push(`${key} ${how}`));
  });
  await expect.poll(() => page.evaluate(() => window.resumed)).toEqual(['navigation superseded']);
  await context.setOffline(false);
  await expect
    .poll(() => page.evaluate(() => window.resumed.slice(1).sort()))
    .toEqual(['navigation online', 'prefetch online']);
});

test.describe('in a browser with a back/forward cache', { tag: '@browser' }, () => {
  for (const [title, journey] of Object.entries(RESTORED))
    test(title, ({ page }) => journey({ tab: tabOf(page), site, expect }));
});
