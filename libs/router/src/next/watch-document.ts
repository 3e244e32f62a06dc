import { addressOf, classifyRequest, pageOfRequest, type RequestKind } from '../governor/classify-request.ts';
import { signalOf } from '../governor/request-details.ts';
import { watchTyping, type TypingWatch } from '../browser/watch-typing.ts';
import { watchUnsavedInput } from '../browser/unsaved-input.ts';
import { watchIntents } from '../browser/watch-intents.ts';
import { pageOf, watchLinkClicks } from '../browser/watch-link-clicks.ts';
import { wrapFetch, type FetchInterceptor } from '../browser/wrap-fetch.ts';
import { RELOAD_KEY } from '../reload/reload-key.ts';
import type { HistoryMode } from '../history-mode.ts';
import { classifyErrorEvent } from '../failures/classify-error-event.ts';
import { classifyFailure } from '../failures/classify-failure.ts';
import { classifyUrl } from '../url/classify-url.ts';
import { ROUTER_STARTED_EVENT } from '../window-events.ts';
import type { RouterRuntime } from './router-runtime.ts';
import { watchRouterTransitions, type RouterTransition } from './router-transition.ts';
import { sendOnline } from './send-online.ts';
import { isServerAction, sendAction } from './send-action.ts';

/** Options of {@link watchDocument}. */
export interface WatchDocumentOptions {
  /** The prefix that Next adds to a path that starts with `/`. */
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

/** The options and the state of one watched document. Every step takes it. */
interface WatchContext extends WatchDocumentOptions {
  readonly runtime: RouterRuntime;
  readonly typing: TypingWatch;
  /** The address of the document. */
  readonly base: () => string;
  /** A click waits for the router's request only on the page where it was made. */
  clicked: { readonly address: string; readonly on: string } | undefined;
  /** Whether the server has answered a request of the navigation that began last. */
  answered: boolean;
}

/**
 * Reports the document's events to the runtime: navigations that links start, answers, failures and intents, pages that
 * come and go. Returns a function that stops.
 *
 * A click alone starts nothing: an application may have cancelled it ("leave without saving?") with the same
 * `preventDefault` that next/link uses. The router's own request for the clicked page, or its transition hook,
 * distinguishes the two.
 */
export function watchDocument(
  runtime: RouterRuntime,
  view: Window & typeof globalThis,
  options: WatchDocumentOptions,
): () => void {
  const base = (): string => runtime.platform.location.href;
  const { clock, location, storage } = runtime.platform;
  const onUnsent = (): void => runtime.unsent.enter(true);
  const typing = watchTyping({ view, location, clock, storage, onUnsent });
  runtime.keepWith(typing);
  const context: WatchContext = { ...options, runtime, typing, base, clicked: undefined, answered: false };
  const noticeFailure = (event: Event): void =>
    runtime.noticed(classifyErrorEvent(event, { online: runtime.platform.isOnline() }));
  const input = options.guardsInput ? watchUnsavedInput({ target: view.document }) : undefined;
  runtime.guard(input);

  const stops = [
    runtime.connectivity.start(),
    runtime.skew.start(),
    watchLinkClicks({
      target: view.document,
      base,
      onClick: (address) => (context.clicked = { address, on: pageOf(base()) }),
    }),
    // All links with `data-prefetch="intent"`: one listener for each kind of event.
    watchIntents({
      target: view.document,
      viewport: false,
      onIntent({ link, url, refusal }) {
        if (refusal === undefined && link.getAttribute('data-prefetch') === 'intent') runtime.prefetch(url);
      },
    }),
    wrapFetch(view, (...call) => forward(context, call)),
    wrapReload(view, typing),
    watchRouterTransitions(view, (transition) => beganTransition(context, transition)),
    listen(view, 'popstate', () => (context.clicked = undefined)),
    runtime.start(view),
    // A redirect back to the current page changes neither path nor query, but the router writes its history entry, once
    // the server has answered. The application may also write it at any time, for example to keep a scroll position;
    // that ends nothing.
    listen(view.navigation, 'currententrychange', (event) => {
      const { from } = event as NavigationCurrentEntryChangeEvent;
      const page = pageOf(base());
      if (!context.answered && from.url !== null && pageOf(from.url) === page) return;
      const address = base();
      // Next writes the history in an insertion effect, where React refuses updates. A microtask comes after React's commit.
      queueMicrotask(() => runtime.navigator.commit(address));
    }),
    // A script that cannot be loaded fires an error event on its element only. The event does not bubble.
    listen(view, 'error', noticeFailure, { capture: true }),
    listen(view, 'unhandledrejection', noticeFailure),
  ];

  view.dispatchEvent(new Event(ROUTER_STARTED_EVENT));

  return () => {
    for (const stop of stops) stop();
    input?.stop();
    runtime.guard(undefined);
    typing.stop();
    runtime.keepWith(undefined);
  };
}

/** Lets `reloadOnce` keep what the visitor typed. */
function wrapReload(window: Window, typing: TypingWatch): () => void {
  const view = window as { [RELOAD_KEY]?: () => true | undefined };
  const { [RELOAD_KEY]: reload } = view;
  if (reload === undefined) return () => undefined;
  view[RELOAD_KEY] = () => {
    typing.keeper()?.keep();
    return reload();
  };
  return () => void (view[RELOAD_KEY] = reload);
}

function began(context: WatchContext, address: string, history: HistoryMode): void {
  context.answered = false;
  context.runtime.navigator.began(address, { history });
}

function beganTransition(context: WatchContext, { href, type }: RouterTransition): void {
  if (type === 'traverse') return;
  const address = href.startsWith('/') ? `${context.basePath}${href}` : href;
  const verdict = classifyUrl(address, context.base());
  if (verdict.kind === 'internal') began(context, verdict.url, type);
}

/** The router requests this page. If it was clicked, its navigation begins. */
function requested(context: WatchContext, address: URL): void {
  const { clicked, base } = context;
  if (clicked?.on !== pageOf(base()) || pageOf(clicked.address) !== pageOfRequest(address)) return;
  began(context, clicked.address, 'push');
  context.clicked = undefined;
}

/** Sends a request; a navigation's waits for the network. */
function forward(
  context: WatchContext,
  [request, init, proceed]: Parameters<FetchInterceptor>,
): Promise<Response> {
  const { runtime, typing, base } = context;
  const kind = classifyRequest(request, init);
  if (kind === 'other')
    return isServerAction(request, init, base()) ? sendAction(proceed, runtime, typing) : proceed();
  if (kind !== 'navigation') return observe(context, proceed(), kind);
  const address = addressOf(request, base());
  requested(context, address);
  const options = {
    key: 'adit:navigation',
    connectivity: runtime.connectivity,
    isOnline: runtime.isOnline,
    calledOff: runtime.calledOff(),
    signal: signalOf(request, init),
    onHeld: () => failOffline(runtime, pageOfRequest(address)),
  };
  return observe(context, sendOnline(proceed, options), kind, pageOfRequest(address));
}

async function observe(
  context: WatchContext,
  answer: Promise<Response>,
  kind: RequestKind,
  page?: string,
): Promise<Response> {
  const { runtime, typing, base, inspectsAnswers } = context;
  try {
    const response = await answer;
    if (kind === 'navigation') {
      context.answered = true;
      if (page === pageOf(base())) typing.keeper()?.refreshed();
    }
    if (inspectsAnswers) runtime.skew.inspect(response);
    return response;
  } catch (error) {
    // The sender of a navigation has already asked.
    if (kind !== 'navigation' && classifyFailure(error) !== 'cancelled') void runtime.connectivity.suspect();
    throw error;
  }
}

/** Fails the navigation to a page as offline; `online` of the navigator continues it. */
function failOffline({ navigator }: RouterRuntime, page: string): void {
  const state = navigator.state();
  if ('target' in state && pageOf(state.target) === page)
    navigator.fail(new TypeError('Failed to fetch'), state.target);
}
