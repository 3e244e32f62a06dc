import { isSuccess } from '../answers.ts';

/** The fate of an item, as counts. */
export type Fate = readonly [arrived: number, lost: number, unknown: number, late: number];

/** The tunnel accepted it. */
export const ARRIVED: Fate = [1, 0, 0, 0];
/** There was no answer, or one that does not accept it. */
export const LOST: Fate = [0, 1, 0, 0];
/** The page ended before an answer, or it was sent by a beacon, which has none. */
export const UNKNOWN: Fate = [0, 0, 1, 0];
/** It was counted as lost, and arrived when it was sent again. */
export const LATE: Fate = [0, 0, 0, 1];

/** The fate of items that were answered with this status. What a rate limit drops has arrived. */
export const fateOf = (status: number): Fate => (isSuccess(status) || status === 429 ? ARRIVED : LOST);

/** Items that were sent together. */
export interface SentItems {
  /** A letter for each, and an `h` after it if it was sent while the page was hidden or left. */
  readonly categories: string;
}

/** Counts the items that a page sends, and reports to the tunnel which of them have arrived. */
export interface Recorded {
  /** Begins to count items that are about to be sent: one letter each. */
  readonly begin: (categories: string) => SentItems;
  /**
   * Counts them with this fate, once: a loss is counted at once, so that it is reported as soon as an arrival would be. Without a fate, they
   * are not counted: nothing had to be sent.
   * @returns whether they had no fate yet
   */
  readonly end: (items: SentItems, fate?: Fate) => boolean;
  /** Counts that they have arrived after all. */
  readonly recover: (items: SentItems) => void;
  /**
   * The value of a header for the request with these items: what became of earlier ones, which it takes out of the storage, and
   * which items these are, with the release of this page if those were of another. `undefined` if there is nothing to say.
   */
  readonly headerOf: (items: SentItems) => string | undefined;
  /** Puts back what a header said of earlier items, if the tunnel has not accepted it. */
  readonly putBack: (header: string) => void;
}

/** The parts of `window` that are used. */
export type RecordingView = Pick<Window, 'addEventListener' | 'localStorage'> & {
  readonly document: Pick<Document, 'hidden'>;
  readonly location: Pick<Location, 'href' | 'origin'>;
};

/** The header, and the key in `localStorage`. */
export const RECORDED = 'adit-recorded';

/**
 * A report: `shop%401.2;e3.0.1.0;s1.0.0.0`. The release, then for each category its letter and the items that arrived, were lost,
 * whose fate is unknown, and that arrived late. At most 118 characters.
 */
const REPORT = /^[\w.%!~*'()-]{0,40}(;[a-z](\d{1,2}\.){3}\d{1,2}){1,6}$/;
const MAX_RELEASE = 40;

/** The maximum number of items of a request that its header names. */
const MAX_NAMED = 8;

/** The maximum number of requests without an answer that are followed. */
const MAX_OPEN = 100;

/**
 * Creates a {@link Recorded}. Its counts are in `localStorage`, from where the next request of any page of the origin takes them:
 * what a page sends is reported by another request, whether it arrived or not. The counts of one release are kept. Where storage is
 * refused, and if the tunnel has another origin, it does nothing.
 */
export function createRecorded(tunnel = '', release = '', view: RecordingView = window): Recorded {
  const own = encodeURIComponent(release).slice(0, MAX_RELEASE);
  const open = new Set<SentItems>();
  let isLeaving = false;
  let isOwnOrigin: boolean | undefined;

  const withStorage = <T>(change: (storage: Storage) => T): T | undefined => {
    try {
      isOwnOrigin ??= new URL(tunnel, view.location.href).origin === view.location.origin;
      if (isOwnOrigin) return change(view.localStorage);
    } catch {
      // The storage is denied or full.
    }
    return undefined;
  };

  const add = (of: string, counts: readonly (readonly [category: string, counts: Fate])[]): void => {
    withStorage((storage) => {
      const kept = storage.getItem(RECORDED) ?? '';
      const isSame = kept.startsWith(`${of};`);
      // An earlier release gives way.
      if (kept && !isSame && of !== own) return;
      const sums = new Map(isSame ? countsOf(kept) : []);
      for (const [category, fate] of counts) {
        const sum = sums.get(category);
        sums.set(category, fate.map((count, at) => count + (sum?.[at] ?? 0)) as unknown as Fate);
      }
      const report = [of, ...[...sums].map(([category, fate]) => category + fate.join('.'))].join(';');
      // A count of more than 99 is not kept.
      if (REPORT.test(report)) storage.setItem(RECORDED, report);
    });
  };
  const addAll = ({ categories }: SentItems, fate: Fate): void =>
    add(
      own,
      categories.split('').map((category) => [category, fate]),
    );
  const end: Recorded['end'] = (items, fate) => {
    const isOpen = open.delete(items);
    if (isOpen && fate) addAll(items, fate);
    return isOpen;
  };
  const endAll = (): void => open.forEach((items) => end(items, UNKNOWN));

  view.addEventListener('pagehide', () => {
    isLeaving = true;
    endAll();
  });
  view.addEventListener('pageshow', () => (isLeaving = false));
  return {
    begin(categories) {
      const isHidden = isLeaving || view.document.hidden;
      const items = { categories: isHidden ? categories.replace(/./g, '$&h') : categories };
      open.add(items);
      if (isLeaving || open.size > MAX_OPEN) endAll();
      return items;
    },
    end,
    recover: (items) => addAll(items, LATE),
    headerOf: ({ categories }) =>
      withStorage((storage) => {
        let report = own;
        // A hidden page may end before it knows whether its report has arrived.
        if (!isLeaving && !view.document.hidden) {
          const kept = storage.getItem(RECORDED) as string;
          storage.removeItem(RECORDED);
          if (REPORT.test(kept)) report = kept;
        }
        const named = categories.replaceAll('h', '').slice(0, MAX_NAMED);
        const sign = categories.includes('h') ? '+' : '-';
        const page = `${report};`.startsWith(`${own};`) ? '' : `;${own}`;
        return named || report !== own ? `${report};${sign}${named}${page}` : undefined;
      }),
    putBack(header) {
      // A release may look like counts.
      const [report = ''] = header.split(/;[+-]/);
      add(report.replace(/;.*/, ''), countsOf(report));
    },
  };
}

/** The counts of a report by category. */
const countsOf = (report: string): [category: string, counts: Fate][] =>
  report
    .split(';')
    .slice(1)
    .map((part) => [part.slice(0, 1), part.slice(1).split('.').map(Number) as unknown as Fate]);
