import type { PageClock } from '../platform.ts';
import { pageOfAddress } from './classify-request.ts';

const MODE = '[data-prefetch]';
const OPTED_OUT = 'a[href][data-prefetch=off], [data-prefetch=off] a[href]';

/** Whether a link opts out of prefetching: the nearest `data-prefetch`, on the link or an ancestor, is `off`. */
export const isOptedOut = (link: Element): boolean =>
  link.closest<HTMLElement>(MODE)?.dataset.prefetch === 'off';

/**
 * Finds the pages that a link of the document opts out of prefetching. The document is searched once for all requests
 * of a task: a link exists, and is visible, in an earlier task before the framework requests its page.
 */
export function createOptOuts(clock: PageClock): (page: string) => boolean {
  let pages: ReadonlySet<string | undefined> | undefined;

  function find(): ReadonlySet<string | undefined> {
    clock.setTimeout(() => (pages = undefined), 0);
    const links = [...document.querySelectorAll<HTMLAnchorElement>(OPTED_OUT)].filter(isOptedOut);
    return new Set(links.map(({ href }) => pageOfAddress(href)));
  }

  return (page) => (pages ??= find()).has(page);
}
