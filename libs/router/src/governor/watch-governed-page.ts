import { TRANSITION_EVENT } from '../window-events.ts';
import { pageOfAddress, pageOfTransition } from './classify-request.ts';
import { isOptedOut } from './governed-opt-outs.ts';
import { watchLinkClicks } from '../browser/watch-link-clicks.ts';

/** The link that the visitor points at. */
export interface GovernedAim {
  readonly page: string;
  readonly tapped: boolean;
  readonly optOut: boolean;
}

/** Listeners for actions of the visitor and the browser that change which prefetches are wanted. */
export interface GovernedPageListener {
  /**
   * The visitor points at a link to this page, or has `tapped` it, so that the click is almost certain. `optOut` if the
   * link opts out of prefetching.
   */
  readonly onAim: (aim: GovernedAim) => void;
  /** A link to this page was clicked; the application may still cancel it. */
  readonly onClick: (page: string) => void;
  /** The router begins to lead to this page. */
  readonly onVisit: (page: string) => void;
  /** This page is shown. */
  readonly onArrival: (page: string) => void;
  /** Connection, network or visibility have changed. */
  readonly onChange: () => void;
  /** The document is being left, for good. */
  readonly onLeave: () => void;
}

/** Events that point at a link, and whether they tap it. Heard in the capture phase, before Next sends its request. */
const AIMS = [
  ['pointerover', false],
  ['focusin', false],
  ['touchstart', true],
  ['pointerdown', true],
] as const;

/** Watches the page, with the same number of listeners for any number of links. Returns a function that stops. */
export function watchGovernedPage(
  { onAim, onClick, onVisit, onArrival, onChange, onLeave }: GovernedPageListener,
  view: Window & typeof globalThis = window,
): () => void {
  const { document, location } = view;
  const { connection } = view.navigator as Navigator & { readonly connection?: EventTarget };
  const stopped = new AbortController();
  const listen = (target: EventTarget | undefined, type: string, handle: (event: Event) => void): void =>
    target?.addEventListener(type, handle, { capture: true, passive: true, signal: stopped.signal });
  const withPage = (page: string | undefined, act: (page: string) => void): void => {
    if (page !== undefined) act(page);
  };

  for (const [type, tapped] of AIMS) {
    listen(document, type, (event) => {
      const link = event.composedPath().find((node) => node instanceof view.HTMLAnchorElement);
      if (link === undefined) return;
      withPage(pageOfAddress(link.href), (page) => onAim({ page, tapped, optOut: isOptedOut(link) }));
    });
  }
  const stopClicks = watchLinkClicks({
    target: document,
    base: () => location.href,
    onClick: (address) => withPage(pageOfAddress(address), onClick),
  });
  listen(view, TRANSITION_EVENT, (event) => withPage(pageOfTransition(event, location.href), onVisit));
  // If everything is prefetched, the router requests nothing, and its history entry is the only sign.
  listen(view.navigation, 'currententrychange', () => withPage(pageOfAddress(location.href), onArrival));
  listen(view, 'online', onChange);
  listen(document, 'visibilitychange', onChange);
  listen(connection, 'change', onChange);
  listen(view, 'pagehide', (event) => {
    // A page in the back/forward cache may still be used; if it never returns, nothing is reported.
    if (!(event as Partial<PageTransitionEvent>).persisted) onLeave();
  });

  return () => {
    stopped.abort();
    stopClicks();
  };
}
