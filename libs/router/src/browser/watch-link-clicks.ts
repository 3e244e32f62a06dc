import { classifyUrl } from '../url/classify-url.ts';

/** Options of {@link watchLinkClicks}. */
export interface WatchLinkClicksOptions {
  /** The target that receives clicks: the document. */
  readonly target: EventTarget;
  /** The address of the current document. */
  readonly base: () => string;
  /** Called with each plain click on a link to another page of this origin, with its absolute address. */
  readonly onClick: (address: string) => void;
}

/** A click with the main button, not cancelled, without a key that requests a tab, a window or a file. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.button &&
  !event.defaultPrevented &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** The link under the click, also through shadow roots and inside SVG (where `href` is an object). */
function findLink(event: Event): Element | undefined {
  return event
    .composedPath()
    .find(
      (node): node is Element => node instanceof Element && node.localName === 'a' && linkHref(node) !== null,
    );
}

const linkHref = (link: Element): string | null =>
  link.getAttribute('href') ?? link.getAttributeNS('http://www.w3.org/1999/xlink', 'href');

/** Whether the link opens as a page in this tab, according to `target` and `download`. */
export function staysHere(link: Element): boolean {
  const target = link.getAttribute('target');
  return (!target || target === '_self') && !link.hasAttribute('download');
}

/** Path and query, which identify a page. The fragment only scrolls. */
export function pageOf(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname}${search}`;
}

/**
 * Watches link clicks with one capturing listener for any number of links. It never cancels a click: next/link calls
 * `preventDefault` itself, later, and so may an application that asks a question first.
 */
export function watchLinkClicks({ target, base, onClick }: WatchLinkClicksOptions): () => void {
  function handleClick(event: Event): void {
    if (!(event instanceof MouseEvent) || !isPlainClick(event)) return;
    const link = findLink(event);
    if (link === undefined || !staysHere(link)) return;
    const verdict = classifyUrl(linkHref(link) ?? '', link.baseURI);
    if (verdict.kind === 'internal' && pageOf(verdict.url) !== pageOf(base())) onClick(verdict.url);
  }

  target.addEventListener('click', handleClick, { capture: true });
  return () => target.removeEventListener('click', handleClick, { capture: true });
}
