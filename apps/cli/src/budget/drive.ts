import type { Browser } from 'playwright-core';
import { UsageError } from '../options.ts';
import type { Limits } from './budget-file.ts';
import type { Answers, Facts, Outcome, Visit } from './judge.ts';
import { chooseLinks, outcomeOf, READ_LINKS, type PageLink, type PageState } from './page-state.ts';
import { countPrefetches } from './request-kinds.ts';
import { createVisit, type OpenVisit } from './visit.ts';

/** All times are those of the page's own clock. */
const STEP_MS = 500;
/** In larger steps, because nothing ends it. */
const REST_STEP_MS = 1_000;
/** How long a page is watched at rest, and for loops of reloads. */
const REST_MS = 10_000;
/** Before a click, what loads when the page is idle is there. */
const IDLE_MS = 3_000;
/** The router's deadlines are 3.8 s for a route and 10 s for its document. */
const ANSWER_MS = 15_000;
/** Before the router's deadline of 3.8 s. */
const LATE_MS = 3_000;
/** A longer one is not waited for: then the link is clicked by script. */
const CLICK_MS = 1_000;

const FAULTS: readonly Answers[] = ['hanging', 'failing', 'late', 'missing script'];

/** A run: its browser, the address of the application, and the requests that never end. */
interface Run {
  readonly browser: Browser;
  readonly url: string;
  readonly endless: Set<string>;
}

/** Opens an address and waits until the page has all it asks for without a timer. */
async function open({ page, settle }: OpenVisit, address: string): Promise<void> {
  // A page that loads another at once interrupts this.
  await page.goto(address, { waitUntil: 'commit' }).catch(() => undefined);
  await settle();
}

const addressOf = ({ url }: Run, path: string): string => new URL(path, url).href;

async function passSteps({ passTime }: OpenVisit, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += REST_STEP_MS) await passTime(REST_STEP_MS);
}

const linksOf = ({ page }: OpenVisit): Promise<readonly PageLink[]> =>
  page.evaluate<PageLink[]>(READ_LINKS).catch(() => []);

async function bytesOf(visit: OpenVisit): Promise<number> {
  const sizes = await Promise.all(
    visit.scripts().map((request) =>
      request.sizes().then(
        ({ responseBodySize }) => responseBodySize,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

interface Rest {
  readonly visit: Visit;
  readonly scriptBytes: number;
  readonly links: readonly PageLink[];
  /** The script that the page asked for last, before any timer. */
  readonly lastScript: string | undefined;
}

/** Watches a page to which nobody does anything. */
async function rest(run: Run, path: string): Promise<Rest> {
  const visit = await createVisit({ ...run, answers: 'at rest' });
  try {
    await open(visit, addressOf(run, path));
    if (visit.documents.length === 0) throw new UsageError(`${addressOf(run, path)} cannot be opened`);
    const scriptBytes = await bytesOf(visit);
    const lastScript = visit.scripts().at(-1)?.url();
    const links = await linksOf(visit);
    await passSteps(visit, REST_MS);
    const addresses = [...links, ...(await linksOf(visit))].map(({ href }) => href);
    const prefetches = countPrefetches(visit.requests, addresses);
    return {
      visit: { path, answers: 'at rest', documents: [...visit.documents], prefetches },
      scriptBytes,
      links,
      lastScript,
    };
  } finally {
    await visit.close();
  }
}

/** Opens a page of which one script is missing. */
async function lose(run: Run, path: string, lost: string): Promise<Visit> {
  const visit = await createVisit({ ...run, answers: 'missing script', lost });
  try {
    await open(visit, addressOf(run, path));
    await passSteps(visit, REST_MS);
    return { path, answers: 'missing script', documents: [...visit.documents], prefetches: 0 };
  } finally {
    await visit.close();
  }
}

/** Lets time pass until a click has led somewhere, or until it should have. */
async function follow(visit: OpenVisit, before: PageState, answers: Answers): Promise<Outcome | undefined> {
  const look = (state: PageState | undefined): Outcome | undefined => state && outcomeOf(before, state);
  let outcome = look(await visit.settle());
  for (let passed = 0; outcome === undefined && passed < ANSWER_MS; passed += STEP_MS) {
    if (answers === 'late' && passed === LATE_MS) visit.letPass();
    outcome = look(await visit.passTime(STEP_MS));
  }
  return outcome;
}

/** Clicks on a link, while what it asks for is answered with a fault; `undefined` if the link is not there. */
async function click(
  run: Run,
  path: string,
  { href }: PageLink,
  answers: Answers,
): Promise<Visit | undefined> {
  const visit = await createVisit({ ...run, answers });
  try {
    await open(visit, addressOf(run, path));
    await passSteps(visit, IDLE_MS);
    const link = (await linksOf(visit)).find((one) => one.href === href);
    const before = await visit.settle();
    if (link === undefined || before === undefined) return undefined;
    visit.breakAnswers();
    const target = visit.page.locator('a[href]').nth(link.index);
    // Something may lie above it, such as a question about cookies.
    const isFree = await target.click({ trial: true, timeout: CLICK_MS }).then(
      () => true,
      () => false,
    );
    await (isFree ? target.click() : target.dispatchEvent('click')).catch(() => undefined);
    const outcome = await follow(visit, before, answers);
    await passSteps(visit, REST_MS);
    const { pathname, search } = new URL(href);
    return {
      path,
      answers,
      documents: [...visit.documents],
      prefetches: 0,
      click: { link: pathname + search, outcome },
    };
  } finally {
    await visit.close();
  }
}

/**
 * Opens the pages of an application at rest; then the first one with a missing script; then clicks on its links with
 * each fault.
 *
 * @throws UsageError if a page cannot be opened
 */
export async function drive(browser: Browser, url: string, { paths, links }: Limits): Promise<Facts> {
  const run: Run = { browser, url, endless: new Set() };
  const rests: Rest[] = [];
  for (const path of paths) rests.push(await rest(run, path));
  const [first] = rests as [Rest];
  const visits = rests.map(({ visit }) => visit);
  const { path } = first.visit;
  if (first.lastScript !== undefined) visits.push(await lose(run, path, first.lastScript));
  for (const link of chooseLinks(first.links, links))
    for (const answers of FAULTS) {
      const visit = await click(run, path, link, answers);
      if (visit) visits.push(visit);
    }
  return { scriptBytes: first.scriptBytes, visits };
}
