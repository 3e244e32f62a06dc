import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { BUDGET_FILE, readLimits, writeLimits } from '../budget/budget-file.ts';
import { drive } from '../budget/drive.ts';
import { findChromium, findPlaywright } from '../budget/find-browser.ts';
import { judge, type Facts } from '../budget/judge.ts';
import { startApplication, type Started } from '../budget/start-application.ts';
import type { Host } from '../host.ts';
import { UsageError } from '../options.ts';
import { budgetText } from '../show/budget-text.ts';
import { coloursOf } from '../show/colours.ts';

/** Options of `adit budget`. */
export interface BudgetOptions {
  /** The address of an application that runs already. */
  readonly url: string | undefined;
  /** The budget file. Default `adit-budget.json` in the current folder. */
  readonly budget: string | undefined;
  /** Whether to write the measured bytes into the budget file. */
  readonly write: boolean;
  readonly json: boolean;
}

/** The bound of a whole run, for applications that never come to rest. */
const TOTAL_MS = 300_000;

/**
 * Drives the built application in the current folder, and prints each figure beside its limit.
 * @returns 0 if all are within their limits, else 1
 * @throws UsageError if the application cannot be driven
 */
export async function runBudget(
  paths: readonly string[],
  { url, budget, write, json }: BudgetOptions,
  host: Pick<Host, 'folder' | 'print' | 'warn' | 'hasColours'>,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const file = resolve(host.folder, budget ?? BUDGET_FILE);
  if (budget !== undefined && !write && !existsSync(file))
    throw new UsageError(`--budget ${budget} does not exist`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const limits = readLimits(text, paths);
  if (url !== undefined && !URL.canParse(url))
    throw new UsageError(`--url ${url} is not valid; use http://localhost:3000`);

  const chromium = findPlaywright(host.folder);
  const executablePath = findChromium(env, chromium.executablePath());
  const started = url === undefined ? await startApplication(host.folder, env) : undefined;
  let browser: Browser | undefined;
  let facts: Facts;
  try {
    // The sandbox does not start as root, and the pages are the user's own.
    browser = await chromium.launch({
      executablePath,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    facts = await within(TOTAL_MS, drive(browser, url ?? (started as Started).url, limits));
  } finally {
    await browser?.close();
    await started?.stop();
  }
  const next = write ? writeLimits(text, facts.scriptBytes) : undefined;
  if (next !== undefined) writeFileSync(file, next);
  const measures = judge(facts, next === undefined ? limits : readLimits(next, paths));
  host.print(
    json
      ? `${JSON.stringify({ version: 1, measures, visits: facts.visits }, undefined, 2)}\n`
      : budgetText(measures, coloursOf(host.hasColours)),
  );
  return measures.every(({ passed }) => passed) ? 0 : 1;
}

function within<Value>(ms: number, value: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new UsageError(`the run was not over after ${ms / 1_000} s; lower links or paths in ${BUDGET_FILE}`),
      );
    }, ms);
  });
  return Promise.race([value, over]).finally(() => clearTimeout(timer));
}
