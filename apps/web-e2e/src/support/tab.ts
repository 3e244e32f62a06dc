import type { Page, expect as Expect } from '@playwright/test';

/**
 * A tab of any browser, as journeys use it. An action is complete when its promise resolves; `goto` is complete when
 * the document has been parsed.
 */
export interface Tab {
  readonly goto: (url: string) => Promise<void>;
  /** Runs a function in the page. */
  readonly evaluate: <A extends readonly unknown[], T>(
    run: (...args: A) => T,
    ...args: A
  ) => Promise<Awaited<T>>;
  readonly click: (selector: string) => Promise<void>;
  readonly hover: (selector: string) => Promise<void>;
  readonly type: (selector: string, text: string) => Promise<void>;
}

/** The material of a journey: a new tab, the site, and `expect` of the runner. */
export interface Visit<Site> {
  readonly tab: Tab;
  readonly site: Site;
  readonly expect: typeof Expect;
}

/** A {@link Tab} of Playwright. */
export const tabOf = (page: Page): Tab => ({
  goto: async (url) => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
  },
  // Playwright would pass one argument. The arguments are text here, as in every protocol.
  evaluate: (run, ...args) => page.evaluate(`(${String(run)})(...${JSON.stringify(args)})`),
  click: (selector) => page.click(selector),
  hover: (selector) => page.hover(selector),
  type: (selector, text) => page.locator(selector).pressSequentially(text),
});

const POLL_MS = 50;
const WAIT_MS = 60_000;

/** Repeats an assertion until it passes, and returns its result. Throws its last error. */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  { timeoutMs = WAIT_MS }: { readonly timeoutMs?: number } = {},
): Promise<T> {
  for (const end = Date.now() + timeoutMs; ;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Waits until the function returns true in the page. */
export const untilPage = <A extends readonly unknown[]>(
  tab: Tab,
  isSo: (...args: A) => boolean,
  ...args: A
): Promise<void> =>
  eventually(async () => {
    if (!(await tab.evaluate(isSo, ...args))) throw new Error(`not so: ${String(isSo)}`);
  });
