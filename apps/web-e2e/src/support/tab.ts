import type { Page } from '@playwright/test';

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
  readonly type: (selector: string, text: string) => Promise<void>;
}

/** A {@link Tab} of Playwright. */
export const tabOf = (page: Page): Tab => ({
  goto: async (url) => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
  },
  // Playwright would pass one argument. The arguments are text here, as in every protocol.
  evaluate: (run, ...args) => page.evaluate(`(${String(run)})(...${JSON.stringify(args)})`),
  type: (selector, text) => page.locator(selector).pressSequentially(text),
});

const POLL_MS = 50;
const WAIT_MS = 60_000;

/** Repeats an assertion until it passes. Throws its last error. */
export async function eventually(assertion: () => void | Promise<void>): Promise<void> {
  for (const end = Date.now() + WAIT_MS; ;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
