import { addressOf, classifyRequest, pageOfRequest, type RequestKind } from '../governor/classify-request.ts';
import { signalOf } from '../governor/request-details.ts';
import { watchUnsavedInput } from '../browser/unsaved-input.ts';
import { watchIntents } from '../browser/watch-intents.ts';
import { pageOf, watchLinkClicks } from '../browser/watch-link-clicks.ts';
import { wrapFetch } from '../browser/wrap-fetch.ts';
import type { HistoryMode } from '../history-mode.ts';
import { classifyErrorEvent } from '../failures/classify-error-event.ts';
import { classifyFailure } from '../failures/classify-failure.ts';
import { classifyUrl } from '../url/classify-url.ts';
import { ROUTER_STARTED_EVENT } from '../window-events.ts';
import type { RouterRuntime } from './router-runtime.ts';
import { watchRouterTransitions } from './router-transition.ts';
import { sendOnline } from './send-online.ts';

/** Options of {@link watchDocument}. */
export interface WatchDocumentOptions {
  /** What Next puts before a path that starts with `/`. */
  readonly basePath: string;
  /** Whether the answers to Next's requests name the deployment they come from. */
  readonly inspectsAnswers: boolean;
  /** Whether unsaved input prevents full page loads. */
  readonly guardsInput: boolean;
}

function listen(
  target: EventTarget | undefined,
  type: string,
  handle: (event: Event) => void,
  options: AddEventListenerOptions = {},
): () => void {
  target?.addEventListener(type, handle, options);
  return () => target?.removeEventListener(type, handle, options);
}

/**
 * Reports the document's events to the runtime: navigations that links start, answers, failures and intents, pages that
 * come and go. Returns a function that stops.
 *
 * A click alone starts nothing, because an application may have cancelled it ("leave without saving?") with the very
 * `preventDefault` that next/link uses to take it over. The router's own request for the clicked page, or its transition
 * hook, distinguishes the two.
 */
export function watchDocument(
  runtime: RouterRuntime,
  view: Window & typeof globalThis,
  { basePath, inspectsAnswers, guardsInput }: WatchDocumentOptions,
): () => void {
  const { connectivity, navigator, platform, skew } = runtime;
  const base = (): string => platform.location.href;
  /** A click waits for the router's request only on the page it was made on. */
  let clicked: { readonly address: string; readonly on: string } | undefined;
  /** Whether the server has answered a request of the navigation that began last. */
  let answered = false;

  function began(address: string, history: HistoryMode): void {
    answered = false;
    navigator.began(address, { history });
  }

  function requested(address: URL): void {
    if (clicked?.on !== pageOf(base()) || pageOf(clicked.address) !== pageOfRequest(address)) return;
    began(clicked.address, 'push');
    clicked = undefined;
  }

  async function observe(answer: Promise<Response>, kind: RequestKind): Promise<Response> {
    try {
      const response = await answer;
      if (kind === 'navigation') answered = true;
      if (inspectsAnswers) skew.inspect(response);
      return response;
    } catch (error) {
      // The sender of a navigation has asked already.
      if (kind !== 'navigation' && classifyFailure(error) !== 'cancelled') void connectivity.suspect();
      throw error;
    }
  }

  /** Fails the navigation to a page as offline; `online` of the navigator continues it. */
  function failOffline(page: string): void {
    const state = navigator.state();
    if ('target' in state && pageOf(state.target) === page)
      navigator.fail(new TypeError('Failed to fetch'), state.target);
  }

  function noticeFailure(event: Event): void {
    runtime.noticed(classifyErrorEvent(event, { online: platform.isOnline() }));
  }

  const input = guardsInput ? watchUnsavedInput({ target: view.document }) : undefined;
  runtime.guard(input);

  const stops = [
    connectivity.start(),
    skew.start(),
    watchLinkClicks({
      target: view.document,
      base,
      onClick: (address) => (clicked = { address, on: pageOf(base()) }),
    }),
    // All links of `PrefetchLink prefetch="intent"`: one listener for each kind of event.
    watchIntents({
      target: view.document,
      viewport: false,
      onIntent({ link, url, refusal }) {
        if (refusal === undefined && link.getAttribute('data-prefetch') === 'intent') runtime.prefetch(url);
      },
    }),
    wrapFetch(view, (request, init, proceed) => {
      const kind = classifyRequest(request, init);
      if (kind === 'other') return proceed();
      if (kind !== 'navigation') return observe(proceed(), kind);
      const address = addressOf(request, base());
      requested(address);
      const options = {
        connectivity,
        isOnline: runtime.isOnline,
        calledOff: runtime.calledOff(),
        signal: signalOf(request, init),
        onHeld: () => failOffline(pageOfRequest(address)),
      };
      return observe(sendOnline(proceed, options), kind);
    }),
    watchRouterTransitions(view, ({ href, type }) => {
      if (type === 'traverse') return;
      const verdict = classifyUrl(href.startsWith('/') ? `${basePath}${href}` : href, base());
      if (verdict.kind === 'internal') began(verdict.url, type);
    }),
    listen(view, 'popstate', () => (clicked = undefined)),
    runtime.start(view),
    // A redirect back to the page one is on changes neither path nor query, but the router does write its history entry,
    // once the server has answered. So may the application at any time, to keep a scroll position, say: that ends nothing.
    listen(view.navigation, 'currententrychange', (event) => {
      const { from } = event as NavigationCurrentEntryChangeEvent;
      const page = pageOf(base());
      if (answered || from.url === null || pageOf(from.url) !== page) navigator.commit(base());
    }),
    // A script that cannot be loaded fires its event on the element alone, and that event does not bubble.
    listen(view, 'error', noticeFailure, { capture: true }),
    listen(view, 'unhandledrejection', noticeFailure),
  ];

  view.dispatchEvent(new Event(ROUTER_STARTED_EVENT));

  return () => {
    for (const stop of stops) stop();
    input?.stop();
    runtime.guard(undefined);
  };
}
