// An application of `@adit/next` in front of Bugsink, driven in Chromium: each kind of error becomes one readable
// issue.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { ensureChromium, findChromium, INSTALL_HINT } from '../../src/chromium.mjs';
import { installBugsink } from '../bugsink/install.mjs';
import { createInstance } from '../bugsink/instance.mjs';
import { until } from '../../src/until.mjs';
import {
  buildApplication,
  installApplication,
  lineOf,
  packLibraries,
  startApplication,
} from './application.mjs';

/** Each kind of error, in the order of a visit, with the visitor's action and the file that throws. */
const ERRORS = [
  {
    kind: 'browser',
    title: 'The basket is broken',
    file: 'app/throw-button.tsx',
    visit: async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Throw' }).click();
    },
  },
  {
    kind: 'render',
    title: 'The page broke while rendering',
    file: 'app/render-error/page.tsx',
    visit: (page) => page.getByRole('link', { name: 'renders in the browser' }).click(),
  },
  {
    kind: 'server',
    title: 'The server could not render',
    file: 'app/server-error/page.tsx',
    visit: (page) => page.goto('/server-error'),
  },
  {
    kind: 'action',
    title: 'The action failed',
    file: 'app/failing-action/page.tsx',
    visit: async (page) => {
      await page.goto('/failing-action');
      await page.getByRole('button', { name: 'Buy' }).click();
    },
  },
  {
    kind: 'route',
    title: 'The route failed',
    file: 'app/failing-route/route.ts',
    visit: (page) => page.request.get('/failing-route'),
  },
  {
    kind: 'edge',
    title: 'The edge failed',
    file: 'app/edge-route/route.ts',
    visit: (page) => page.request.get('/edge-route'),
  },
];

const IN_BROWSER = ['browser', 'render'];

/** The time that a second report of the last error would take. */
const SETTLES_MS = 3_000;

const issueOf = async (backend, project, title) =>
  (await backend.issuesOf(project)).find(({ calculated_value: value }) => value === title);

async function checkError({ backend, project, page, folder }, { kind, title, file, visit }) {
  await visit(page);
  const issue = await until(`an issue “${title}”`, () => issueOf(backend, project, title));
  const [{ event_id: eventId }] = await backend.eventsOf(issue);
  const { data, stacktrace_md: stack } = await backend.findEvent(project, eventId);
  assert.equal(`${issue.calculated_type}: ${issue.calculated_value}`, `Error: ${title}`);
  assert.equal(data.release, 'shop@1.0.0');
  assert.equal(data.environment, 'staging');
  assert.equal(data.tags.country, 'at');
  if (IN_BROWSER.includes(kind)) {
    assert.equal(data.user.id, '42');
    // Also of the first error: the SDK, which that error loads, is told of the click before it.
    const crumbs = data.breadcrumbs?.map(({ category }) => category) ?? [];
    assert.ok(crumbs.includes('ui.click'), crumbs.join());
  }
  // The stack names the line of TypeScript, which the application did not send (control).
  const line = lineOf(folder, file, title);
  assert.match(stack, new RegExp(`${file}:${line}\\b`), stack);
  assert.match(stack, new RegExp(`▶ +${line} \\| .*throw new Error`), stack);
  assert.ok(
    !JSON.stringify(data.exception).includes(file),
    'control: the application sent the name of the file',
  );
}

async function checkEachOnce({ backend, project }) {
  await sleep(SETTLES_MS);
  const issues = await backend.issuesOf(project);
  const seen = issues.map(
    ({ calculated_value: value, digested_event_count: count }) => `${count} × ${value}`,
  );
  assert.deepEqual(seen.sort(), ERRORS.map(({ title }) => `1 × ${title}`).sort());
}

let tarballs;

/** The blocking steps: packing, and installing Chromium. */
export function prepare({ env }) {
  tarballs = packLibraries();
  try {
    env.CHROMIUM_PATH = ensureChromium({ env });
  } catch (error) {
    console.log(error.message);
  }
}

export async function run({ report, env }) {
  const executablePath = findChromium({ env });
  const installed = await installBugsink();
  const reason = installed.problem ?? (executablePath === undefined ? INSTALL_HINT : undefined);
  if (reason === undefined) await runWith({ report, installed, executablePath });
  else report.skip('an application in front of Bugsink', reason);
  rmSync(tarballs, { recursive: true, force: true });
}

async function runWith({ report, installed, executablePath }) {
  const row = `${installed.name}, \`@adit/next\``;
  const ends = [];
  try {
    const backend = await createInstance(installed);
    ends.push(backend.remove);
    await backend.start();
    const [project] = backend.projects;
    const folder = await installApplication(tarballs);
    await report.check('next build sends its source maps', async () => {
      assert.match(await buildApplication(folder, backend, project), /Successfully uploaded source maps/);
    });
    const application = await startApplication(folder, project);
    ends.push(application.stop);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    ends.push(() => browser.close());
    const passed = [];
    const page = await browser.newPage({ baseURL: application.origin });
    for (const error of ERRORS) {
      await report.check(
        `an error of the ${error.kind} is an issue with its line of TypeScript`,
        async () => {
          await checkError({ backend, project, page, folder }, error);
          passed.push(error.kind);
        },
      );
    }
    await report.check('each is there once, and nothing else is', () => checkEachOnce({ backend, project }));
    report.cell(row, 'error', `${passed.length} of ${ERRORS.length}: ${passed.join(', ')}`);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}
