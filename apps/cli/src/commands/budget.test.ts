import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createApplication, SCRIPT_BUDGET } from '../../testing/budget-application.mjs';
import { recordedHost } from '../../testing/recorded-host.helper.ts';
import { makeRepository } from '../../testing/repository.helper.ts';
import type { Measure, Visit } from '../budget/judge.ts';
import { runBudget, type BudgetOptions } from './budget.ts';

const APPLICATION = join(__dirname, '../../testing/budget-application.mjs');
const START = `BUDGET_APPLICATION=1 "${process.execPath}" "${APPLICATION}"`;
const OPTIONS: BudgetOptions = { url: undefined, budget: undefined, write: false, json: true };

interface Printed {
  readonly measures: readonly Measure[];
  readonly visits: readonly Visit[];
}

let root: string;
let server: Server | undefined;
beforeEach(() => {
  root = makeRepository({
    'package.json': JSON.stringify({ scripts: { start: START } }),
    'adit-budget.json': JSON.stringify({ scriptBytes: SCRIPT_BUDGET, links: 1 }),
  });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  server?.close();
  server?.closeAllConnections();
  server = undefined;
});

async function budget(
  options: Partial<BudgetOptions> = {},
  paths: readonly string[] = [],
  env = process.env,
) {
  const host = recordedHost(root);
  const exitCode = await runBudget(paths, { ...OPTIONS, ...options }, host, env);
  return { exitCode, out: host.out() };
}

/** Starts the application in this process, with a fault. */
async function serve(fault?: string): Promise<string> {
  const started = createApplication(fault).listen(0, 'localhost');
  server = started;
  await once(started, 'listening');
  return `http://localhost:${(started.address() as AddressInfo).port}`;
}

it('starts the application by its script, with an ingest that accepts its envelopes, and finds no fault where there is none', async () => {
  const { exitCode, out } = await budget();
  const { measures, visits } = JSON.parse(out) as Printed;

  expect(measures.filter(({ passed }) => !passed)).toEqual([]);
  expect(exitCode).toBe(0);
  expect(visits.map(({ answers, documents, click }) => [answers, documents, click?.outcome])).toEqual([
    ['at rest', ['/'], undefined],
    ['missing script', ['/'], undefined],
    ['hanging', ['/', '/about'], 'document'],
    ['failing', ['/', '/about'], 'document'],
    ['late', ['/'], 'page'],
    ['missing script', ['/', '/about'], 'document'],
  ]);
});

/** Writes the budget; what needs no click does without. */
const clicking = (links: number) =>
  writeFileSync(join(root, 'adit-budget.json'), JSON.stringify({ scriptBytes: SCRIPT_BUDGET, links }));

it.each([
  ['dead', 'clicks', /no page, no document, no screen/],
  ['reload', 'reloads', /^\/, at rest: 2$/m],
  ['prefetch', 'prefetches', /^\/, at rest: 100$/m],
  ['large', 'script-bytes', /^$/],
])('finds the fault of an application that runs already: %s', async (fault, measure, miss) => {
  clicking(fault === 'dead' ? 1 : 0);
  const { exitCode, out } = await budget({ url: await serve(fault) });
  const missed = (JSON.parse(out) as Printed).measures.filter(({ passed }) => !passed);

  expect(exitCode).toBe(1);
  expect(missed.map((one) => one.measure)).toEqual([measure]);
  expect(missed[0]!.misses.join('\n')).toMatch(miss);
});

it('finds no fault in an application that asks questions, covers its links and has a request without an end', async () => {
  const { exitCode, out } = await budget({ url: await serve('awkward') });
  const { measures, visits } = JSON.parse(out) as Printed;

  expect([exitCode, measures.filter(({ passed }) => !passed)]).toEqual([0, []]);
  expect(visits.map(({ prefetches, click }) => click?.outcome ?? prefetches)).toEqual([
    1,
    0,
    'document',
    'document',
    'page',
    'document',
  ]);
});

it('judges a page without scripts and links', async () => {
  const { exitCode, out } = await budget({ url: await serve() }, ['/bare']);
  const { measures, visits } = JSON.parse(out) as Printed;

  expect(exitCode).toBe(0);
  expect(measures.map(({ value }) => value)).toEqual([0, 0, 0, 0]);
  expect(visits).toHaveLength(1);
});

it('writes the bytes that it measured, and keeps the rest of the file', async () => {
  writeFileSync(join(root, 'adit-budget.json'), '{ "links": 0, "scriptBytes": 1 }');
  const { exitCode, out } = await budget({ url: await serve(), write: true, json: false }, ['/prices']);

  expect(exitCode).toBe(0);
  expect(JSON.parse(readFileSync(join(root, 'adit-budget.json'), 'utf8'))).toEqual({
    links: 0,
    scriptBytes: 1_000,
  });
  expect(out).toMatch(/^✔ script-bytes {2}\d{3} bytes of script in the first page, limit 1,000$/m);
});

describe('what is not there', () => {
  it('a start command', async () => {
    writeFileSync(join(root, 'package.json'), '{}');
    await expect(budget()).rejects.toThrow('has no start script and no next');
    rmSync(join(root, 'package.json'));
    await expect(budget()).rejects.toThrow('has no start script and no next');
  });

  it('an application that stays', async () => {
    const start = `"${process.execPath}" -e "console.log('no build here')"`;
    writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { start } }));
    await expect(budget()).rejects.toThrow(/did not start: it ended; is it built\?\nno build here/);
  });

  it('a page', async () => {
    await expect(budget({ url: 'http://localhost:9' })).rejects.toThrow(
      'http://localhost:9/ cannot be opened',
    );
  });

  it('a file, or an address', async () => {
    await expect(budget({ budget: 'none.json' })).rejects.toThrow('--budget none.json does not exist');
    await expect(budget({ url: 'localhost' })).rejects.toThrow('--url localhost is not valid');
  });

  it('a Chromium', async () => {
    await expect(budget({}, [], { CHROMIUM_PATH: '/none' })).rejects.toThrow('no Chromium found');
  });
});
