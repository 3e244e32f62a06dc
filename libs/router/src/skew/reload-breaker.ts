import type { LocationLike, StorageLike } from '../platform.ts';
import { createStoredMarks, markOf, splitUrlMarks, withUrlMarks } from './reload-marks.ts';

/** Whether a document may be loaded, and under which address. */
export type ReloadVerdict =
  | {
      readonly allowed: true;
      /** The target, carrying the mark in its query where storage did not keep it. */
      readonly href: string;
    }
  | { readonly allowed: false };

/** Allows one full load for each build and target. */
export interface ReloadBreaker {
  /** Asks to load `target` (an absolute address), and marks it when allowed. The fragment makes no difference. */
  attempt(target: string): ReloadVerdict;
  /**
   * The route at `target` has rendered and held: its mark goes. Calling it when the page merely starts would loop for
   * ever, because the entry chunk loads well while the route's chunk keeps failing.
   */
  settled(target: string): void;
  /** The document came back from the back/forward cache, so the navigation that left it went through. */
  documentRestored(): void;
}

/** Options of {@link createReloadBreaker}. */
export interface ReloadBreakerOptions {
  /** What was deployed; a new deployment may be worth one more load. */
  readonly buildId: string;
  /** Tab-lifetime storage; may throw, answer nothing, or be absent. */
  readonly storage?: (() => StorageLike | null | undefined) | undefined;
  /** Where the fallback mark is read from. Without it, unusable storage means no reload. */
  readonly location?: Pick<LocationLike, 'href'> | undefined;
}

const REFUSED: ReloadVerdict = { allowed: false };

/**
 * The reload circuit breaker: at most one full load for each build and target, in every storage mode. It fails closed.
 * A mark that cannot be stored and read back travels in the target's own query (`adit-reload`); where that cannot be read
 * either, nothing is reloaded. Marks do not expire: a guard that forgets after some seconds is a slow loop.
 *
 * @throws RangeError when `buildId` is empty
 */
export function createReloadBreaker({
  buildId,
  storage = () => undefined,
  location,
}: ReloadBreakerOptions): ReloadBreaker {
  if (buildId === '') throw new RangeError('buildId is ""; accepted: the name of a build');
  const stored = createStoredMarks(storage);
  const attempted = new Set<string>();

  const marksInAddress = (): readonly string[] =>
    location === undefined ? [] : splitUrlMarks(location.href).marks;

  const markFor = (url: URL): string => markOf(buildId, `${url.origin}${url.pathname}${url.search}`);

  return {
    attempt(target) {
      const { url } = splitUrlMarks(target);
      const mark = markFor(url);
      const inAddress = marksInAddress();
      if (attempted.has(mark) || inAddress.includes(mark) || stored.read().includes(mark)) return REFUSED;
      attempted.add(mark);
      if (stored.add(mark)) return { allowed: true, href: url.href };
      // The marks that came in the address go on with it: builds may take turns while a deployment rolls out.
      const href = location === undefined ? undefined : withUrlMarks(url, [...inAddress, mark]);
      return href === undefined ? REFUSED : { allowed: true, href };
    },
    settled(target) {
      const mark = markFor(splitUrlMarks(target).url);
      attempted.delete(mark);
      stored.remove(mark);
    },
    documentRestored: () => attempted.clear(),
  };
}
