import type { PrefetchConditions } from '../prefetch/admission-rules.ts';

/** What lib.dom does not know: only Chromium has it. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

/**
 * Crawlers, including all that Next lists (shared/lib/router/utils/is-bot.js and html-bots.js; the test holds the two
 * against each other): they name themselves `compatible;` or by one of these words, or lack the `Gecko` that every browser
 * of a visitor claims to be like. `[^u]` spares the telephones named Cubot. `webdriver` is no crawler: a test shall see
 * what a visitor gets.
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
 * Reads the current state of network, visitor and page from the browser. `window` is read here and never before.
 *
 * A prerendered document counts as hidden until it is shown: its prefetches would be a guess on a guess.
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
