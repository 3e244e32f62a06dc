import type { Outcome } from './judge.ts';

/** A page at one moment. */
export interface PageState {
  /** A number that each document has for itself. */
  readonly document: number;
  readonly address: string;
  /** The visible text. */
  readonly text: string;
  /** The texts of visible headings, alerts and dialogs. */
  readonly headings: readonly string[];
  /** Whether its document is still being read. */
  readonly isLoading: boolean;
  /** Whether it has asked for another document that has not come yet. */
  readonly isLeaving: boolean;
}

/** Numbers the document, and notes when it asks for another. Runs first in each document. */
export const WATCH_LEAVING = `
globalThis.__aditDocument = Math.random();
globalThis.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
  if (!destination.sameDocument && downloadRequest === null) globalThis.__aditLeaving = true;
});
globalThis.navigation?.addEventListener('navigateerror', () => { globalThis.__aditLeaving = false; });
`;

/** Resolves to the {@link PageState} after the tasks that the page has already queued. The timers may stand still. */
export const READ_STATE = `new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  let turns = 0;
  port1.onmessage = () => {
    if (++turns < 8) return port2.postMessage(0);
    port1.close();
    const isVisible = (element) => element.getClientRects().length > 0;
    const headings = [...document.querySelectorAll('h1, h2, [role=alert], [role=alertdialog], [role=dialog], dialog')];
    resolve({
      document: globalThis.__aditDocument,
      address: location.href,
      text: document.body?.innerText ?? '',
      headings: headings.filter(isVisible).map((element) => element.innerText.trim()).filter(Boolean),
      isLoading: document.readyState === 'loading',
      isLeaving: globalThis.__aditLeaving === true && !globalThis.navigation?.transition,
    });
  };
  port2.postMessage(0);
})`;

/** Gives up on a document that does not come. */
export const FORGET_LEAVING = 'globalThis.__aditLeaving = false';

/** The visible links of this origin that lead to other pages in this tab: \`href\` and the index among all links. */
export const READ_LINKS = `[...document.querySelectorAll('a[href]')].flatMap((link, index) => {
  const plain = (!link.target || link.target === '_self') && !link.hasAttribute('download');
  const other = link.pathname !== location.pathname || link.search !== location.search;
  const shown = link.getClientRects().length > 0;
  return link.origin === location.origin && plain && other && shown ? [{ href: link.href, index }] : [];
})`;

/** A link of {@link READ_LINKS}. */
export interface PageLink {
  readonly href: string;
  readonly index: number;
}

/** The first links, one for each path. */
export function chooseLinks(links: readonly PageLink[], count: number): readonly PageLink[] {
  const byPath = new Map<string, PageLink>();
  for (const link of links) {
    const { pathname } = new URL(link.href);
    if (!byPath.has(pathname)) byPath.set(pathname, link);
  }
  return [...byPath.values()].slice(0, count);
}

const withoutFragment = (address: string): string => address.replace(/#.*/, '');

/** Where a click has led; `undefined` while it has led nowhere. */
export function outcomeOf(before: PageState, after: PageState): Outcome | undefined {
  if (before.document !== after.document) return 'document';
  const isElsewhere = withoutFragment(before.address) !== withoutFragment(after.address);
  if (isElsewhere && before.text !== after.text) return 'page';
  return after.headings.some((text) => !before.headings.includes(text)) ? 'screen' : undefined;
}
