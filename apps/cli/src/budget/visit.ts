import { setTimeout as pass } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import type { Answers } from './judge.ts';
import { FORGET_LEAVING, READ_STATE, WATCH_LEAVING, type PageState } from './page-state.ts';
import { isBackground, isData, saysPrefetch, type SeenRequest } from './request-kinds.ts';

/** A page whose time passes only when it is told to. */
export interface OpenVisit {
  readonly page: Page;
  /** The paths of its documents, in order. */
  readonly documents: readonly string[];
  readonly requests: readonly SeenRequest[];
  /** The scripts so far. */
  readonly scripts: () => readonly Request[];
  /** From now on, requests are answered as `answers` says. */
  readonly breakAnswers: () => void;
  /** Lets the answers pass that are late. */
  readonly letPass: () => void;
  /** Resolves when all that the page has begun is done, except for its timers; without a state if it cannot be read. */
  readonly settle: () => Promise<PageState | undefined>;
  /** Lets the timers of the page run for a time, then settles. */
  readonly passTime: (ms: number) => Promise<PageState | undefined>;
  readonly close: () => Promise<void>;
}

/** Parts of one that is opened. */
interface VisitOptions {
  readonly browser: Browser;
  readonly answers: Answers;
  /** The script that is answered 404 from the start. */
  readonly lost?: string | undefined;
  /** The paths of requests that never end, which are found once in a run: a page does not wait for them again. */
  readonly endless: Set<string>;
}

/** The longest time to wait for requests; those that take longer are streams, which the page does not wait for. */
const SETTLE_MS = 10_000;
const POLL_MS = 10;
/** Requests that are kept for counting. */
const MAX_REQUESTS = 5_000;
const MAX_ENDLESS = 100;

const seen = (request: Request): SeenRequest => ({
  url: request.url(),
  method: request.method(),
  type: request.resourceType(),
  headers: request.headers(),
});

const pathnameOf = (url: string): string => new URL(url).pathname;

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Whether the request is for the document of the tab. */
function isDocument(request: Request, page: Page): boolean {
  try {
    return request.isNavigationRequest() && request.frame() === page.mainFrame();
  } catch {
    // It belongs to a frame that is gone.
    return false;
  }
}

/** Opens an empty tab with a clock that stands still. */
export async function createVisit({ browser, answers, lost, endless }: VisitOptions): Promise<OpenVisit> {
  const context: BrowserContext = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const documents: string[] = [];
  const requests: SeenRequest[] = [];
  const scripts: Request[] = [];
  const waiting = new Set<Request>();
  const late: Route[] = [];
  let isBroken = false;
  let known = new Set<string>();

  page.on('request', (request) => {
    const one = seen(request);
    if (requests.length < MAX_REQUESTS) requests.push(one);
    if (one.type === 'script') scripts.push(request);
    if (!isBackground(one) && !endless.has(pathnameOf(one.url))) waiting.add(request);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  page.on('response', (response) => {
    const status = response.status();
    // Pages often leave the body of a failure unread, and then it never ends.
    if (status >= 400) waiting.delete(response.request());
    if (status === 204 || (status >= 300 && status < 400) || !isDocument(response.request(), page)) return;
    documents.push(pathOf(response.url()));
  });
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));

  const answer = (route: Route, request: Request): Promise<void> | undefined => {
    const one = seen(request);
    if (one.url === lost) return route.fulfill({ status: 404 });
    if (lost !== undefined || answers === 'at rest') return route.continue();
    // A click on a page that is already there asks for nothing.
    if (saysPrefetch(one) && one.type !== 'document') return route.fulfill({ status: 503 });
    if (!isBroken) return route.continue();
    const isNewScript = one.type === 'script' && !known.has(one.url);
    if (answers === 'missing script') return isNewScript ? route.fulfill({ status: 404 }) : route.continue();
    // The document that comes in place of the page has its scripts.
    const isAnswer = isData(one) || (isNewScript && documents.length < 2);
    if (!isAnswer) return route.continue();
    if (answers === 'failing') return route.fulfill({ status: 500 });
    waiting.delete(request);
    if (answers === 'late') late.push(route);
    return undefined;
  };
  await context.addInitScript(WATCH_LEAVING);
  if (answers !== 'at rest')
    await page.route('**/*', async (route, request) => answer(route, request)?.catch(() => undefined));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);

  const settle = async (): Promise<PageState | undefined> => {
    const until = Date.now() + SETTLE_MS;
    let quiet = 0;
    for (;;) {
      // It fails while one document follows another.
      const state = await page.evaluate<PageState>(READ_STATE).catch(() => undefined);
      const isQuiet = state !== undefined && !state.isLoading && !state.isLeaving && waiting.size === 0;
      quiet = isQuiet ? quiet + 1 : 0;
      if (quiet === 2) return state;
      if (Date.now() > until) {
        for (const request of waiting) if (endless.size < MAX_ENDLESS) endless.add(pathnameOf(request.url()));
        waiting.clear();
        await page.evaluate(FORGET_LEAVING).catch(() => undefined);
        return state;
      }
      await pass(POLL_MS);
    }
  };
  return {
    page,
    documents,
    requests,
    scripts: () => [...scripts],
    breakAnswers: () => {
      known = new Set(scripts.map((request) => request.url()));
      isBroken = true;
    },
    letPass: () => {
      isBroken = false;
      for (const route of late.splice(0)) void route.continue().catch(() => undefined);
    },
    settle,
    passTime: async (ms) => {
      await page.clock.runFor(ms).catch(() => undefined);
      return settle();
    },
    close: () => context.close(),
  };
}
