import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Rules that axe disables by default and the screens must meet: contrast of 7:1 and the size of targets. */
export const STRICTER_RULES = ['color-contrast-enhanced', 'target-size'] as const;

const OPTIONS: RunOptions = {
  rules: Object.fromEntries(STRICTER_RULES.map((rule) => [rule, { enabled: true }])),
  resultTypes: ['violations', 'incomplete'],
  // One document with its style inside: there is nothing to fetch and no frame to check.
  preload: false,
  iframes: false,
  selectors: false,
};

/** The result of one run of axe. */
export interface AxeVerdict {
  /** The violations, as rule and elements. */
  readonly violations: readonly string[];
  /** Checks that axe could not decide, such as the contrast of text over a picture. */
  readonly undecided: readonly string[];
  /** The rules that had something to check. */
  readonly applied: readonly string[];
}

/** Loads axe into the window, which stays the same while its documents change. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addScriptTag({ path: AXE });
}

/**
 * Writes one document after the other into the current page, and checks each with all rules of WCAG 2.2 A and AA, best
 * practices and {@link STRICTER_RULES}. In one call, because each round trip to the browser costs as much as a run.
 */
export function runAxe(page: Page, documents: readonly string[]): Promise<AxeVerdict[]> {
  return page.evaluate(
    async ({ htmls, options }) => {
      const { axe } = window as unknown as {
        axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
      };
      const describe = (results: AxeResults['violations']): string[] =>
        results.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      const verdicts: AxeVerdict[] = [];
      for (const html of htmls) {
        document.documentElement.replaceWith(
          new DOMParser().parseFromString(html, 'text/html').documentElement,
        );
        const { violations, incomplete, passes } = await axe.run(document, options);
        verdicts.push({
          violations: describe(violations),
          undecided: describe(incomplete),
          applied: [...passes, ...violations].map(({ id }) => id),
        });
      }
      return verdicts;
    },
    { htmls: documents, options: OPTIONS },
  );
}
