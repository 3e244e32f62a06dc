import type { PrefetchRefusal } from '../prefetch-types.ts';

/** How a visitor showed interest in a link: `touch` and `press` are reported at once, `hover` and `focus` after a dwell. */
export type IntentSource = 'hover' | 'focus' | 'touch' | 'press' | 'viewport';

/** A link that is likely to be followed. */
export interface LinkIntent {
  readonly link: Element;
  /** Absolute; the link's own text if it cannot be parsed. */
  readonly url: string;
  readonly source: IntentSource;
  /** A reason against prefetching that the link itself gives: `data-prefetch="off"`, a download, another window. */
  readonly refusal: Extract<PrefetchRefusal, 'opt-out' | 'not-a-page'> | undefined;
}

/** Options of {@link watchIntents}. */
export interface WatchIntentsOptions {
  /** The document or element that contains the links. Default the document. */
  readonly target?: Document | Element | undefined;
  /** Called with every intent, also if it is repeated. */
  readonly onIntent: (intent: LinkIntent) => void;
  /** Called when a link leaves the view, and once for each link that is out of view at first. */
  readonly onLeave?: ((intent: LinkIntent) => void) | undefined;
  /** Whether links in view are reported. Default `true`. */
  readonly viewport?: boolean | undefined;
  /**
   * The time for which pointer or focus must rest on a link, in milliseconds. Default 65, as in instant.page: a pointer
   * that crosses a link takes less.
   */
  readonly hoverMs?: number | undefined;
  /** The margin around the viewport, as for IntersectionObserver. Default `0px`. */
  readonly rootMargin?: string | undefined;
}

/**
 * The number of links observed in one task, and the time until the next task: about a frame, because the observer
 * reports all new links of a frame in one task. Smaller batches cost more: Chromium checks all links in every frame
 * that adds one.
 */
const LINKS_PER_TASK = 2_000;
const PAUSE_MS = 16;

/**
 * `mousemove` is also seen if both its targets are in the same shadow root, unlike mouseover (DOM, dispatch: related
 * targets).
 */
const SOURCES = {
  pointerdown: 'press',
  mousemove: 'hover',
  focusin: 'focus',
} as const;

const LINK = 'a[href]';

const isLink = (node: EventTarget): node is Element => (node as Partial<Element>).matches?.(LINK) as boolean;

/** The value of `data-prefetch` on the link or its nearest ancestor that has one, across shadow roots. */
function modeOf(element: Element): string | undefined {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return element.closest<HTMLElement>('[data-prefetch]')?.dataset.prefetch ?? (host && modeOf(host));
}

/**
 * Watches for links that are likely to be followed. It uses one listener for each kind of event and one observer for
 * each kind of change, for any number of links, present or added later.
 *
 * Pointer and focus are seen through open shadow roots; the viewport watch finds only links of the document tree.
 * `data-prefetch` on a link or around it decides: `off` reports every intent with the refusal `opt-out`, `intent` does
 * not report links that are only in view, `viewport` cancels that. A press with a modifier or another button is left to
 * the browser.
 *
 * @returns a function that stops watching
 */
export function watchIntents({
  target = document,
  onIntent,
  onLeave,
  viewport = true,
  hoverMs = 65,
  rootMargin,
}: WatchIntentsOptions): () => void {
  const stopped = new AbortController();
  // Resolves any address, SVG's too, and never throws.
  const resolver = document.createElement('a');
  let aimed: Element | undefined;
  let dwell: number | undefined;

  /**
   * Asynchronous, so that an error of the application becomes an unhandled rejection, and the next link is still
   * reported.
   */
  // oxlint-disable-next-line typescript/require-await -- nothing is awaited: what is thrown becomes a rejection
  async function report(
    report: ((intent: LinkIntent) => void) | undefined,
    link: Element,
    source: IntentSource,
  ): Promise<void> {
    const mode = modeOf(link);
    if (source === 'viewport' && mode === 'intent') return;
    resolver.href = link.getAttribute('href') as string;
    report?.({
      link,
      url: resolver.href,
      source,
      refusal:
        mode === 'off'
          ? 'opt-out'
          : link.matches('[download],[target]:not([target=_self])')
            ? 'not-a-page'
            : undefined,
    });
  }

  function handle(event: Partial<PointerEvent> & Event): void {
    const link = event.composedPath().find(isLink);
    const { pointerType } = event;
    if (
      event.button ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey ||
      (link === aimed && !pointerType)
    )
      return;
    const source = pointerType === 'touch' ? pointerType : SOURCES[event.type as keyof typeof SOURCES];
    clearTimeout(dwell);
    aimed = link;
    if (link) dwell = setTimeout(() => void report(onIntent, link, source), pointerType ? 0 : hoverMs);
  }

  // No browser waits for these events before it scrolls, so `passive` would change nothing.
  for (const type in SOURCES)
    target.addEventListener(type, handle, { capture: true, signal: stopped.signal });

  const found: Element[] = [];
  let task: number | undefined;
  const intersections = new IntersectionObserver(
    (entries) => {
      for (const { target: link, isIntersecting } of entries) {
        void report(isIntersecting ? onIntent : onLeave, link, 'viewport');
      }
    },
    { rootMargin },
  );

  function observeSome(): void {
    for (const link of found.splice(0, LINKS_PER_TASK)) intersections.observe(link);
    task = found.length && setTimeout(observeSome, PAUSE_MS);
  }

  function find(node: Node): void {
    if (isLink(node)) found.push(node);
    (node as Partial<ParentNode>).querySelectorAll?.(LINK).forEach((link) => found.push(link));
    task ||= setTimeout(observeSome);
  }

  const mutations = new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(find);
  });
  if (viewport) {
    mutations.observe(target, { childList: true, subtree: true });
    find(target);
  }

  return () => {
    stopped.abort();
    mutations.disconnect();
    intersections.disconnect();
    clearTimeout(task);
    clearTimeout(dwell);
  };
}
