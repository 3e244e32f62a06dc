import type { PrefetchConditions } from '../prefetch/admission-rules.ts';

/** Properties that are missing in lib.dom, because only Chromium has them. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

/**
 * Matches crawlers, including all in Next's lists (shared/lib/router/utils/is-bot.js and html-bots.js; a test compares
 * them). They name themselves `compatible;` or by one of these words, or lack the `Gecko` that every visitor's browser
 * claims to be like. `[^u]` excludes the phones named Cubot. `webdriver` is not a crawler: a test should see what a
 * visitor gets.
 */
const BOT = /^(?!.*gecko)|compatible;|[^u]bot|google|preview|lighthouse/i;

/** As {@link readPrefetchConditions}, without `prefers-reduced-data`, which no browser reports by default. */
export function readNavigatorConditions(): PrefetchConditions {
  const {
    connection: { saveData, effectiveType } = {},
    onLine,
    userAgent,
  } = navigator as Navigator & Connected;
  return { online: onLine, hidden: document.hidden, saveData, effectiveType, bot: BOT.test(userAgent) };
}

/**
 * Reads the current state of network, visitor and page from the browser. Reads `window` only when called.
 *
 * A prerendered document counts as hidden until it is shown: whether it is shown is a guess itself.
 */
export function readPrefetchConditions(): PrefetchConditions {
  const conditions = readNavigatorConditions();
  const { matchMedia } = window as Partial<Window>;
  const reduced = matchMedia?.call(window, '(prefers-reduced-data: reduce)').matches;
  const { prerendering = false } = document as { prerendering?: boolean };
  return {
    ...conditions,
    hidden: conditions.hidden || prerendering,
    saveData: conditions.saveData || reduced,
  };
}
