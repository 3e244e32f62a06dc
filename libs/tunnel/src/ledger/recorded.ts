import { addUp } from './add-up.ts';
import { OTHERS, type Releases } from './releases.ts';

/** The fates of items, as pages know them. */
export interface ItemFates {
  /** The tunnel accepted the request. */
  readonly arrived: number;
  /** The page got no answer, or one that does not accept them. Those that arrived late are among them. */
  readonly lost: number;
  /** The page ended before the answer, or sent a beacon, which has none. */
  readonly unknown: number;
  /** They were lost at first, and arrived when the page sent them again. */
  readonly late: number;
}

/** The categories of items that pages count, by their letters. */
export const RECORDED_CATEGORIES = {
  e: 'error',
  t: 'transaction',
  s: 'session',
  r: 'replay',
  o: 'other',
} as const;

/** A category of items that pages count. */
export type RecordedCategory = (typeof RECORDED_CATEGORIES)[keyof typeof RECORDED_CATEGORIES];

/** The browsers that are counted separately, by engine: those on iOS count as Safari, and Edge as Chrome. */
export type BrowserFamily = 'chrome' | 'firefox' | 'safari' | 'other';

/** The report of a page with a request. */
export interface RecordedReport {
  /** The release of the page. Empty if unknown. */
  readonly release: string;
  /** The release of the pages that sent the earlier items. */
  readonly earlierRelease: string;
  /** The number of items in this request. */
  readonly received: number;
  /** Whether the page was hidden or left when they were first sent. */
  readonly isHidden: boolean;
  /** The items of earlier requests. */
  readonly items: Readonly<Partial<Record<RecordedCategory, ItemFates>>>;
  /** Those of them that were sent while a page was hidden or left. */
  readonly hidden: ItemFates;
}

/** Counts of the items that pages sent: those that came in, and the fates of items that later requests of their browsers report. */
export interface RecordedCounts {
  /** Items that came in. */
  readonly received: {
    readonly shown: number;
    /** From pages that were hidden or left. */
    readonly hidden: number;
  };
  readonly items: Readonly<Record<RecordedCategory, ItemFates>>;
  /** Those of them that were sent while a page was hidden or left. */
  readonly hidden: ItemFates;
  /**
   * Sums over the reports, of products of the number of items with a known fate and of those that stayed lost. They tell how
   * much reports differ, and so how sure a share is.
   */
  readonly products: {
    readonly knownKnown: number;
    readonly knownLost: number;
    readonly lostLost: number;
  };
}

const noItems = (): Open<ItemFates> => ({ arrived: 0, lost: 0, unknown: 0, late: 0 });

type Open<T> = T extends object ? { -readonly [Key in keyof T]: Open<T[Key]> } : T;

/** The counts of pages that have sent nothing. */
export const NO_RECORDED = (): Open<RecordedCounts> => ({
  received: { shown: 0, hidden: 0 },
  items: {
    error: noItems(),
    transaction: noItems(),
    session: noItems(),
    replay: noItems(),
    other: noItems(),
  },
  hidden: noItems(),
  products: { knownKnown: 0, knownLost: 0, lostLost: 0 },
});

function add(to: Open<ItemFates>, { arrived, lost, unknown, late }: ItemFates): void {
  to.arrived += arrived;
  to.lost += lost;
  to.unknown += unknown;
  to.late += late;
}

/** Adds up fates. */
export function addFates(all: readonly ItemFates[]): ItemFates {
  const sum = noItems();
  for (const fates of all) add(sum, fates);
  return sum;
}

/** Counts by release and browser. */
export type RecordedBy = Readonly<Record<string, Readonly<Partial<Record<BrowserFamily, RecordedCounts>>>>>;

/** Counts a report. The counts of a release that gives way go to `other`, so that those of all releases together never fall. */
export function recordReport(
  to: Open<RecordedBy>,
  report: RecordedReport,
  browser: BrowserFamily,
  releases: Releases,
): void {
  const countsOf = (release: string): Open<RecordedCounts> => {
    const name = releases.nameOf(release || 'unknown', (gone) => moveToOthers(to, gone));
    return ((to[name] ??= {})[browser] ??= NO_RECORDED());
  };
  const own = countsOf(report.release);
  own.received[report.isHidden ? 'hidden' : 'shown'] += report.received;
  const all = addFates(Object.values(report.items));
  const known = all.arrived + all.lost;
  if (known + all.unknown + all.late === 0) return;
  const counts = report.earlierRelease === report.release ? own : countsOf(report.earlierRelease);
  for (const [category, fates] of Object.entries(report.items)) {
    add(counts.items[category as RecordedCategory], fates);
  }
  add(counts.hidden, report.hidden);
  const lost = all.lost - all.late;
  counts.products.knownKnown += known * known;
  counts.products.knownLost += known * lost;
  counts.products.lostLost += lost * lost;
}

function moveToOthers(to: Open<RecordedBy>, release: string): void {
  to[OTHERS] = addUp([to[OTHERS] ?? {}, to[release] ?? {}]);
  Reflect.deleteProperty(to, release);
}
