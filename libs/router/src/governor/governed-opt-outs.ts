import type { Clock } from '../platform.ts';
import { pageOfAddress } from './classify-request.ts';

const MODE = '[data-prefetch]';
const OPTED_OUT = 'a[href][data-prefetch=off], [data-prefetch=off] a[href]';

/** Whether a link opts out of prefetching: `data-prefetch` of its own, or of what is nearest around it, is `off`. */
export const isOptedOut = (link: Element): boolean =>
  link.closest<HTMLElement>(MODE)?.dataset.prefetch === 'off';

/**
 * Finds the pages that a link of the document opts out of prefetching. The document is looked through once for all that
 * is asked for in a task: a link has to be there, and to be seen, in an earlier one before the framework asks for its page.
 */
export function createOptOuts(clock: Clock): (page: string) => boolean {
  let pages: ReadonlySet<string | undefined> | undefined;

  function find(): ReadonlySet<string | undefined> {
    clock.setTimeout(() => (pages = undefined), 0);
    const links = [...document.querySelectorAll<HTMLAnchorElement>(OPTED_OUT)].filter(isOptedOut);
    return new Set(links.map(({ href }) => pageOfAddress(href)));
  }

  return (page) => (pages ??= find()).has(page);
}
