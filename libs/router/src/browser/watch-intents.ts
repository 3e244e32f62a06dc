import type { PrefetchRefusal } from '../prefetch-types.ts';

/** How a visitor showed interest in a link: `touch` and `press` are reported at once, `hover` and `focus` after a dwell. */
export type IntentSource = 'hover' | 'focus' | 'touch' | 'press' | 'viewport';

/** A link that is likely to be followed. */
export interface LinkIntent {
  readonly link: Element;
  /** Absolute, or what the link says where that cannot be parsed. */
  readonly url: string;
  readonly source: IntentSource;
  /** What the link itself says against a prefetch: `data-prefetch="off"`, a download, another window. */
  readonly refusal: Extract<PrefetchRefusal, 'opt-out' | 'not-a-page'> | undefined;
}

/** Options of {@link watchIntents}. */
export interface WatchIntentsOptions {
  /** Where the links are. Default the document. */
  readonly target?: Document | Element | undefined;
  /** Called with every intent, also if it is repeated. */
  readonly onIntent: (intent: LinkIntent) => void;
  /** Called when a link leaves the view, and once for each link that is out of view at first. */
  readonly onLeave?: ((intent: LinkIntent) => void) | undefined;
  /** Whether links in view are reported. Default `true`. */
  readonly viewport?: boolean | undefined;
  /** How long pointer or focus must rest on a link. Default 65, as in instant.page: a pointer on its way across takes less. */
  readonly hoverMs?: number | undefined;
  /** Around the viewport, as for IntersectionObserver. Default `0px`: what is seen. */
  readonly rootMargin?: string | undefined;
}

/**
 * Links that are observed in one task, and the time to the next: about a frame, because the observer reports all links
 * that were new in a frame in one task. Fewer at a time cost more: in every frame with a new one, Chromium looks at all.
 */
const LINKS_PER_TASK = 2_000;
const PAUSE_MS = 16;

/** A move, unlike mouseover, is also seen when both its ends are in the same shadow root (DOM, dispatch: related targets). */
const SOURCES = {
  pointerdown: 'press',
  mousemove: 'hover',
  focusin: 'focus',
} as const;

const LINK = 'a[href]';

const isLink = (node: EventTarget): node is Element => (node as Partial<Element>).matches?.(LINK) as boolean;

/** `data-prefetch` of the link or the nearest ancestor that has one, out of shadow roots too. */
function modeOf(element: Element): string | undefined {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return element.closest<HTMLElement>('[data-prefetch]')?.dataset.prefetch ?? (host && modeOf(host));
}

/**
 * Watches for links that are likely to be followed: one listener for each kind of event and one observer for each kind of
 * change, however many links there are, present now or added later.
 *
 * Pointer and focus are seen through open shadow roots; the viewport watch finds links of the document tree only.
 * `data-prefetch` on a link or around it decides: `off` reports every intent with the refusal `opt-out`, `intent` reports
 * no link for being in view, `viewport` takes that back. A press with a modifier or another button is left to the browser.
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
  // Resolves any address, SVG's too, and throws at none.
  const resolver = document.createElement('a');
  let aimed: Element | undefined;
  let dwell: number | undefined;

  /** Asynchronous, so that what the application throws is an unhandled rejection, and the next link is still reported. */
  // eslint-disable-next-line @typescript-eslint/require-await -- nothing is awaited: what is thrown becomes a rejection
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

  // No browser waits for any of these before it scrolls, so `passive` would change nothing.
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
