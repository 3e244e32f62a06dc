import { requireBuildId } from '../require-build-id.ts';
import type { LocationLike, StorageLike } from '../platform.ts';
import { isSamePage, withoutFragment } from '../url/address.ts';
import { markOf } from './reload-mark.ts';
import { createNamedMarks, createStoredMarks, isMarked } from './reload-marks.ts';

/** Allows one full page load for each build and target. */
export interface ReloadBreaker {
  /**
   * Claims the one full page load of `target` (an absolute address) for this build. Returns `false` if it is taken, or if no
   * mark can be stored. The fragment makes no difference.
   */
  claim(target: string): boolean;
  /**
   * Removes the mark of `target`, because its page has worked. Do not call it when the page merely starts: the entry
   * chunk may load while the route's chunk keeps failing, and the page would reload without end.
   */
  settled(target: string): void;
  /** Reports that the document came back from the back/forward cache, so that the navigation away from it had worked. */
  documentRestored(): void;
}

/** Options of {@link createReloadBreaker}. */
export interface ReloadBreakerOptions {
  /** The release, or another text that changes with each build. A new build may load a page once more. */
  readonly buildId: string;
  /** Returns `sessionStorage`. It may throw, return nothing, or be absent. */
  readonly storage?: (() => StorageLike | null | undefined) | undefined;
  /** The document's address, and the name of its tab, which keeps marks if storage does not. Without both, no page is loaded. */
  readonly location?: Pick<LocationLike, 'href' | 'name' | 'isReloaded'> | undefined;
}

/**
 * The reload circuit breaker: at most one full page load for each build and target, in every storage mode. It fails
 * closed. A mark that storage does not keep is appended to the tab's name; if it cannot be read back from there either,
 * nothing is loaded. Addresses carry no mark: a redirect or the page itself may drop it unnoticed. Text that others
 * write into the name can only prevent a load. Marks do not expire: a guard with expiring marks is a slow loop.
 *
 * @throws RangeError if `buildId` is empty or not text
 */
export function createReloadBreaker({
  buildId,
  storage = () => undefined,
  location = { href: '' },
}: ReloadBreakerOptions): ReloadBreaker {
  requireBuildId(buildId);
  const stored = createStoredMarks(storage);
  const named = createNamedMarks(location);
  const claimed = new Set<string>();

  /** A reload without a mark: the page clears its tab's name, or the visitor has reloaded and it did not help. */
  const isLost = (page: string) =>
    location.isReloaded && !isMarked(location.name) && isSamePage(page, location.href);

  return {
    claim(target) {
      const page = withoutFragment(target);
      const mark = markOf(buildId, page);
      if (claimed.has(mark) || stored.has(mark) || named.has(mark)) return false;
      claimed.add(mark);
      return stored.add(mark) || (!isLost(page) && named.add(mark));
    },
    settled(target) {
      const mark = markOf(buildId, withoutFragment(target));
      claimed.delete(mark);
      stored.delete(mark);
      named.delete(mark);
    },
    documentRestored: () => claimed.clear(),
  };
}
