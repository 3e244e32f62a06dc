import { observeNavigations } from '../browser/observe-navigations.ts';
import { pageOf, watchLinkClicks } from '../browser/watch-link-clicks.ts';
import { classifyUrl } from '../url/classify-url.ts';
import type { RouterRuntime } from './router-runtime.ts';
import { watchRouterTransitions } from './router-transition.ts';

/** Next adds it to bust caches (client/components/app-router-headers.js, `NEXT_RSC_UNION_QUERY`). */
const RSC_QUERY_PAIR = /^_rsc(?:=|$)/;

function pageOfRequest(address: URL): string {
  const pairs = address.search.slice(1).split('&');
  const query = pairs.filter((pair) => !RSC_QUERY_PAIR.test(pair)).join('&');
  return `${address.origin}${address.pathname}${query === '' ? '' : `?${query}`}`;
}

function listen(target: EventTarget | undefined, type: string, handle: (event: Event) => void): () => void {
  target?.addEventListener(type, handle);
  return () => target?.removeEventListener(type, handle);
}

/**
 * Tells the runtime what happens in the document: navigations that links start, pages that come and go. Returns the way
 * to stop.
 *
 * A click alone starts nothing, because an application may have cancelled it ("leave without saving?") with the very
 * `preventDefault` that next/link uses to take it over. The router's own request for the clicked page, or its transition
 * hook, is what tells the two apart.
 */
export function watchDocument(
  { navigator, platform, leaving, restored }: RouterRuntime,
  view: Window & typeof globalThis,
  basePath: string,
): () => void {
  const base = (): string => platform.location.href;
  /** A click waits for the router's request only on the page it was made on. */
  let clicked: { readonly address: string; readonly on: string } | undefined;

  const stops = [
    watchLinkClicks({
      target: view.document,
      base,
      onClick: (address) => (clicked = { address, on: pageOf(base()) }),
    }),
    observeNavigations({
      target: view,
      base,
      onRequest(address) {
        if (clicked?.on !== pageOf(base()) || pageOf(clicked.address) !== pageOfRequest(address)) return;
        navigator.began(clicked.address, { history: 'push' });
        clicked = undefined;
      },
    }),
    watchRouterTransitions(view, ({ href, type }) => {
      if (type === 'traverse') return;
      const verdict = classifyUrl(href.startsWith('/') ? `${basePath}${href}` : href, base());
      if (verdict.kind === 'internal') navigator.began(verdict.url, { history: type });
    }),
    // The visitor goes back or forward instead: whatever was loading is no longer wanted, and Next discards it too.
    listen(view, 'popstate', () => {
      clicked = undefined;
      navigator.reset();
    }),
    listen(view, 'pagehide', leaving),
    listen(view, 'pageshow', (event) => {
      if (event instanceof PageTransitionEvent && event.persisted) restored();
    }),
    // A redirect back to the page one is on changes neither path nor query, but the router does write its history entry.
    listen(view.navigation, 'currententrychange', () => navigator.commit(base())),
  ];

  return () => {
    for (const stop of stops) stop();
    navigator.reset();
  };
}
