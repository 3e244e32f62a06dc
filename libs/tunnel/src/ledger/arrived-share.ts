import { addFates, type ItemFates, type RecordedCounts } from './recorded.ts';

/** The share of the items that browsers recorded and that have arrived. Shares are from 0 to 1. */
export interface ArrivedShare {
  readonly share: number;
  /** The bounds of the share, with a confidence of 95 %. */
  readonly low: number;
  readonly high: number;
  /** The number of items with a known fate, on which the estimate rests. */
  readonly known: number;
  /** The share of the reported items whose fate no page knows. */
  readonly unknownShare: number;
}

/** The standard score of a confidence of 95 %. */
const Z = 1.96;

/**
 * Estimates the share of items that have arrived. From the fates that pages know, it takes the share that arrives of what a shown page
 * sends, and of what a hidden one sends. From what came in, it takes how much pages send in each of these states: the last requests of a
 * browser are among it, whose fate nobody reports.
 * @returns `undefined` if no fate is known
 */
export function estimateArrived({
  received,
  items,
  hidden,
  products,
}: RecordedCounts): ArrivedShare | undefined {
  const all = addFates(Object.values(items));
  const spread = spreadOf(all, products);
  const overall = intervalOf(all, spread);
  if (overall === undefined) return undefined;
  const known = all.arrived + all.lost;
  const ofShown = {
    arrived: all.arrived - hidden.arrived,
    lost: all.lost - hidden.lost,
    late: all.late - hidden.late,
  };
  const shown = intervalOf(ofShown, spread) ?? overall;
  const left = intervalOf(hidden, spread) ?? overall;
  const join = (bound: keyof Interval): number => {
    const sent = partOf(received.shown, shown[bound]) + partOf(received.hidden, left[bound]);
    return sent === 0 ? overall[bound] : (received.shown + received.hidden) / sent;
  };
  return {
    share: join('share'),
    low: join('low'),
    high: join('high'),
    known,
    unknownShare: all.unknown / (known + all.unknown),
  };
}

/**
 * How much more reports differ than if each item was lost by itself: items of one request, and of one outage, are lost together. At
 * least 1. It is the design effect of a ratio estimator over reports.
 */
function spreadOf(
  { arrived, lost, late }: Outcomes,
  { knownKnown, knownLost, lostLost }: RecordedCounts['products'],
): number {
  const known = arrived + lost;
  const ratio = (lost - late) / known;
  const byItem = known * ratio * (1 - ratio);
  const byReport = lostLost - 2 * ratio * knownLost + ratio ** 2 * knownKnown;
  return byItem === 0 ? 1 : Math.max(1, byReport / byItem);
}

type Outcomes = Pick<ItemFates, 'arrived' | 'lost' | 'late'>;

/** How many items were sent, if this share of them came in. */
const partOf = (received: number, share: number): number => (received === 0 ? 0 : received / share);

/** An estimate of a share with its bounds. */
interface Interval {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Wilson's interval of the share that has arrived; `undefined` without items, and if a page lies, whose counts are impossible. */
function intervalOf({ arrived, lost, late }: Outcomes, spread: number): Interval | undefined {
  const known = arrived + lost;
  const share = (arrived + late) / known;
  // Also if it is no number.
  if (!(share >= 0 && share <= 1 && known > 0)) return undefined;
  const weight = (Z ** 2 * spread) / known;
  const centre = (share + weight / 2) / (1 + weight);
  const half = Math.sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight);
  return {
    share,
    low: Math.max(0, Math.min(share, centre - half)),
    high: Math.min(1, Math.max(share, centre + half)),
  };
}
