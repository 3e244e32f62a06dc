import {
  addUp,
  estimateArrived,
  NO_RECORDED,
  type ArrivedShare,
  type Ledger,
  type RecordedCounts,
} from '@adit/tunnel';

/** The share of what browsers recorded that has arrived, since the start, as their pages report. */
export interface RecordedState {
  readonly total: ArrivedShare;
  /** By category: items that arrived, were lost, and whose fate is unknown. */
  readonly items: RecordedCounts['items'];
  readonly browsers: Readonly<Record<string, ArrivedShare>>;
  readonly releases: Readonly<Record<string, ArrivedShare>>;
}

/** Estimates what has arrived; `null` if no page has reported. */
export function recordedIn({ recorded }: Pick<Ledger, 'recorded'>): RecordedState | null {
  const cells = Object.entries(recorded).flatMap(([release, byBrowser]) =>
    Object.entries(byBrowser).map(([browser, counts]) => ({ release, browser, counts })),
  );
  const all = add(cells);
  const total = estimateArrived(all);
  return total === undefined
    ? null
    : { total, items: all.items, browsers: sharesBy(cells, 'browser'), releases: sharesBy(cells, 'release') };
}

interface Cell {
  readonly release: string;
  readonly browser: string;
  readonly counts: RecordedCounts;
}

const add = (cells: readonly Cell[]): RecordedCounts =>
  addUp(
    cells.map(({ counts }) => counts),
    NO_RECORDED(),
  );

function sharesBy(
  cells: readonly Cell[],
  key: 'browser' | 'release',
): Readonly<Record<string, ArrivedShare>> {
  const names = [...new Set(cells.map((cell) => cell[key]))];
  return Object.fromEntries(
    names.flatMap((name) => {
      const share = estimateArrived(add(cells.filter((cell) => cell[key] === name)));
      return share === undefined ? [] : [[name, share] as const];
    }),
  );
}
