import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { basename, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ScriptedIngest } from '@adit/testing';
import { findFreePort } from '../src/support/app-server.ts';
import { hydrated } from '../src/support/hydrated.ts';
import { serve } from '../src/support/serve.ts';
import { DSN, FOLDER, type RunningExample } from './example-test.ts';
import { startExample, test as base } from './next-example.ts';

/** The sources, with another text in the part that a page loads later, built again: Server Actions have other names. */
const NEXT_FOLDER = `${FOLDER}-deployed`;

/** Turbopack refuses a symbolic link out of its root. */
const CONFIG = `import { withAdit } from '@adit/next/config';
export default withAdit({ typescript: { ignoreBuildErrors: true }, turbopack: { root: ${JSON.stringify(join(FOLDER, '..'))} } });
`;

const KEPT = '.next/cache/adit';

function buildAgain(): void {
  const isSource = (path: string): boolean => !/^(?:node_modules|\.next)$/.test(basename(path));
  rmSync(NEXT_FOLDER, { recursive: true, force: true });
  cpSync(FOLDER, NEXT_FOLDER, { recursive: true, filter: isSource });
  symlinkSync(join(FOLDER, 'node_modules'), join(NEXT_FOLDER, 'node_modules'));
  writeFileSync(join(NEXT_FOLDER, 'next.config.ts'), CONFIG);
  const laterPart = join(NEXT_FOLDER, 'app/order/delivery-times.tsx');
  writeFileSync(laterPart, readFileSync(laterPart, 'utf8').replace('two days', 'five days'));
  // As a CI service does, which keeps `.next/cache` from one build to the next.
  cpSync(join(FOLDER, KEPT), join(NEXT_FOLDER, KEPT), { recursive: true });
  const flags = process.env['ADIT_EXAMPLES_BUILD'] === 'build:webpack' ? ['--webpack'] : [];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'build', ...flags],
    { cwd: NEXT_FOLDER, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stdout + stderr);
}

const ORDERS_FILE = join(FOLDER, 'orders.log');
const orders = (): string[] =>
  existsSync(ORDERS_FILE) ? readFileSync(ORDERS_FILE, 'utf8').trim().split('\n') : [];

const start = (ingest: ScriptedIngest, folder: string): Promise<RunningExample> =>
  startExample({ SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin, ORDERS_FILE }, folder);

/** Two builds behind one address. Scripts of both are there, as on a server that keeps them. */
interface Deployments {
  readonly origin: string;
  readonly folders: readonly [string, string];
  /** The build that answers documents and data. */
  current: 0 | 1;
  /** The build that answers Server Actions. Default the same. */
  actions: 0 | 1 | undefined;
  /** Requests for scripts and styles that neither build has. */
  readonly missing: string[];
}

const test = base.extend<{ deployments: Deployments }, { deployed: Deployments }>({
  deployed: [
    async ({ ingest }, use) => {
      buildAgain();
      const builds = [await start(ingest, FOLDER), await start(ingest, NEXT_FOLDER)] as const;
      const { origin, close } = await serve((incoming, outgoing) => {
        const { url = '/', method, headers } = incoming;
        const isFile = url.startsWith('/_next/static/');
        const wanted = (headers['next-action'] ? state.actions : undefined) ?? state.current;
        const forward = (build: 0 | 1): void => {
          const upstream = send(new URL(url, builds[build].origin), { method, headers }, (answer) => {
            if (isFile && answer.statusCode === 404) {
              answer.resume();
              if (build === wanted) return forward(build === 0 ? 1 : 0);
              state.missing.push(url);
            }
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            return answer.pipe(outgoing);
          });
          upstream.on('error', () => outgoing.destroy());
          if (method === 'GET') upstream.end();
          else incoming.pipe(upstream);
        };
        forward(wanted);
      });
      const state: Deployments = {
        origin,
        folders: [FOLDER, NEXT_FOLDER],
        current: 0,
        actions: undefined,
        missing: [],
      };
      await use(state);
      await close();
      for (const { stop } of builds) await stop();
      rmSync(NEXT_FOLDER, { recursive: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  deployments: async ({ deployed }, use) => {
    Object.assign(deployed, { current: 0, actions: undefined });
    deployed.missing.length = 0;
    rmSync(ORDERS_FILE, { force: true });
    await use(deployed);
  },
});

/** Counts the documents that the page loads from now on. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1;
  });
  return () => count;
}

/**
 * Opens the form, and replaces its server by one of the next build, on the same port, with these variables. Returns the
 * scripts that are answered 404 from then on, and the number of documents.
 */
async function openAndDeploy(
  page: Page,
  ingest: ScriptedIngest,
  [oldFolder, newFolder]: Deployments['folders'],
  env: Readonly<Record<string, string>> = {},
) {
  const settings = { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin };
  const port = await findFreePort();
  const old = await startExample(settings, oldFolder, port);
  await page.goto(`${old.origin}/order`);
  await page.waitForLoadState('networkidle');
  await old.stop();
  const missing = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() === 404 && pathname.endsWith('.js')) missing.add(pathname);
  });
  const documents = countDocuments(page);
  const { stop } = await startExample({ ...settings, ...env }, newFolder, port);
  return { missing: () => [...missing], documents, stop };
}

const field = (page: Page, label: string) => page.getByLabel(label);
const sendButton = (page: Page) => page.getByRole('button', { name: /^Order for/ });
const notice = (page: Page) => page.getByText('What you sent was not processed.');

/** Opens the form in the current build, and fills it in. */
async function fillIn(page: Page, { origin }: Deployments): Promise<void> {
  await page.goto(`${origin}/order`);
  await page.waitForLoadState('networkidle');
  await field(page, 'Name').fill('Ada');
  await field(page, 'Note').fill('After six');
  await field(page, 'Password').fill('hunter2');
  await field(page, 'Second gift').fill('Tea');
  // The code that keeps it is loaded now.
  await page.waitForLoadState('networkidle');
}

/** The state of React follows: the button has the name. Rows may have moved, so fields of one name stay empty. */
async function expectFilledIn(page: Page): Promise<void> {
  await expect(sendButton(page)).toHaveText('Order for Ada');
  await expect(field(page, 'Note')).toHaveValue('After six');
  for (const label of ['Password', 'First gift', 'Second gift'])
    await expect(field(page, label)).toHaveValue('');
}

const ORDER = '{"name":"Ada","note":"After six"}';

/** Tests of tabs that are older than the server, with two builds of the example. */
export function describeOldTabs(): void {
  test('a form that was filled in before a deploy is sent once, when the visitor sends it again', async ({
    page,
    deployments,
  }) => {
    await fillIn(page, deployments);
    const documents = countDocuments(page);
    deployments.current = 1;
    await sendButton(page).click();
    await expect(notice(page)).toBeVisible();
    await expectFilledIn(page);
    expect([documents(), orders()]).toEqual([1, []]);

    await sendButton(page).click();
    await expect(page.getByText('Ordered')).toBeVisible();
    await expect(notice(page)).toBeHidden();
    expect([documents(), orders(), deployments.missing]).toEqual([1, [ORDER], []]);
  });

  test('control: without tab storage, the page is loaded and the form is empty', async ({
    page,
    deployments,
  }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new Error('QuotaExceededError');
      };
    });
    await fillIn(page, deployments);
    const documents = countDocuments(page);
    deployments.current = 1;
    await sendButton(page).click();
    await expect(sendButton(page)).toHaveText('Order for nobody');
    await expect(field(page, 'Note')).toHaveValue('');
    expect([documents(), orders()]).toEqual([1, []]);
  });

  test('S14 data of a newer build loads the page, and keeps what was typed', async ({
    page,
    deployments,
  }) => {
    await fillIn(page, deployments);
    const documents = countDocuments(page);
    deployments.current = 1;
    await page.getByRole('button', { name: 'Update prices' }).click();
    await expect.poll(documents).toBe(1);
    await expectFilledIn(page);
    await expect(notice(page)).toBeHidden();
  });

  test('a visitor who leaves right after a refresh, as at a sign-out, leaves nothing behind', async ({
    page,
    deployments,
  }) => {
    await fillIn(page, deployments);
    await page.getByRole('button', { name: 'Update prices' }).click();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => location.assign('/order/all'));
    await expect(page.getByRole('heading', { name: 'All orders' })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).not.toContain(
      'After six',
    );
    await page.goto(`${deployments.origin}/order`);
    await page.waitForLoadState('networkidle');
    await expect(field(page, 'Note')).toHaveValue('');
  });

  test('while two builds take turns, a page is loaded once for each of them, and its form stays', async ({
    page,
    deployments,
  }) => {
    await fillIn(page, deployments);
    const documents = countDocuments(page);
    deployments.actions = 1;
    await sendButton(page).click();
    await expect(notice(page)).toBeVisible();
    await expectFilledIn(page);
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'This site has been updated' })).toBeVisible();
    expect([documents(), orders()]).toEqual([1, []]);

    deployments.actions = 0;
    await page
      .getByRole('button', { name: 'Load the new version' })
      .or(page.getByRole('link', { name: 'Load the new version' }))
      .click();
    await expect(notice(page)).toBeVisible();
    await expectFilledIn(page);
    await sendButton(page).click();
    await expect(page.getByText('Ordered')).toBeVisible();
    expect([documents(), orders()]).toEqual([2, [ORDER]]);
  });

  test('a tab that sees five deploys in fifty navigations loads at most five documents, and lacks no script', async ({
    page,
    deployments,
  }) => {
    test.slow();
    await page.goto(`${deployments.origin}/order`);
    await page.waitForLoadState('networkidle');
    const documents = countDocuments(page);
    let isForm = true;
    for (let deploy = 1; deploy <= 5; deploy += 1) {
      deployments.current = (deploy % 2) as 0 | 1;
      for (let navigation = 0; navigation < 10; navigation += 1) {
        isForm = !isForm;
        // Before that, the browser follows a link by itself, with a document.
        await hydrated(page, 'a');
        await page.getByRole('link', { name: isForm ? 'New order' : 'All orders' }).click();
        await expect(page.getByRole('heading', { name: isForm ? 'New order' : 'All orders' })).toBeVisible();
      }
      expect(documents()).toBeLessThanOrEqual(deploy);
    }
    expect(deployments.missing).toEqual([]);
  });

  test('a part that an old tab loads after the deploy is that of its build', async ({
    page,
    ingest,
    deployments,
  }) => {
    const server = await openAndDeploy(page, ingest, deployments.folders);
    await page.getByRole('button', { name: 'Delivery times' }).click();
    await expect(page.getByText('We deliver within two days.')).toBeVisible();
    expect([server.missing(), server.documents()]).toEqual([[], 0]);
    await server.stop();
  });

  test('control: without the files of earlier builds, the part is missing', async ({
    page,
    ingest,
    deployments,
  }) => {
    const server = await openAndDeploy(page, ingest, deployments.folders, { ADIT_OLD_ASSETS: 'off' });
    await page.getByRole('button', { name: 'Delivery times' }).click();
    await expect.poll(server.missing).not.toEqual([]);
    await expect(page.getByText('We deliver within two days.')).toBeHidden();
    await server.stop();
  });

  test('without scripts, a form of an older build is answered with a screen that says so', async ({
    browser,
    deployments,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${deployments.origin}/order`);
    await field(page, 'Name').fill('Ada');
    deployments.current = 1;
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await sendButton(page).click();
    const status = (await answered).status();
    // Before Next 16, 404. Before 15.4, 500: nobody can tell it from an action that failed.
    expect([404, 409, 500]).toContain(status);
    if (status === 500) await expect(page.getByText('Internal Server Error')).toBeVisible();
    else {
      await expect(page.getByRole('main')).toContainText('What you sent was not processed.');
      await expect(page.getByRole('link', { name: 'Load the new version' })).toBeVisible();
    }
    expect(orders()).toEqual([]);
    await context.close();
  });
}
