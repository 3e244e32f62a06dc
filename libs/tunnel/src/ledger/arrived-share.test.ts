import { estimateArrived } from './arrived-share.ts';
import { NO_RECORDED, type RecordedCounts } from './recorded.ts';

const fates = (arrived: number, lost: number, unknown = 0) => ({ arrived, lost, unknown, late: 0 });

/** Counts of reports that each have one item. */
const countsOf = ({
  shown = fates(0, 0),
  hidden = fates(0, 0),
  received = { shown: 0, hidden: 0 },
}): RecordedCounts => ({
  received,
  items: { ...NO_RECORDED().items, session: shown, error: hidden },
  hidden,
  products: {
    knownKnown: shown.arrived + shown.lost + hidden.arrived + hidden.lost,
    knownLost: shown.lost + hidden.lost,
    lostLost: shown.lost + hidden.lost,
  },
});

it('is unknown without a fate', () => {
  expect(estimateArrived(NO_RECORDED())).toBeUndefined();
  expect(
    estimateArrived(countsOf({ shown: fates(0, 0, 5), received: { shown: 9, hidden: 0 } })),
  ).toBeUndefined();
});

it("is the share of what arrived, with Wilson's interval", () => {
  const share = estimateArrived(
    countsOf({ shown: fates(990, 10, 250), received: { shown: 5_000, hidden: 0 } }),
  );
  expect(share).toMatchObject({ share: 0.99, known: 1_000, unknownShare: 0.2 });
  expect(share?.low).toBeCloseTo(0.9817, 4);
  expect(share?.high).toBeCloseTo(0.9946, 4);
});

it('is not sure of all even if nothing was lost', () => {
  const share = estimateArrived(countsOf({ shown: fates(1_000, 0), received: { shown: 1_000, hidden: 0 } }));
  expect(share).toMatchObject({ share: 1, high: 1 });
  expect(share?.low).toBeCloseTo(0.9962, 4);
});

it('weighs what shown and hidden pages lose by what came in of each', () => {
  const counts = countsOf({
    shown: fates(990, 10),
    hidden: fates(80, 20),
    received: { shown: 990, hidden: 800 },
  });
  // Shown pages have sent 1,000 items, hidden ones 1,000.
  expect(estimateArrived(counts)?.share).toBeCloseTo(1_790 / 2_000, 10);
});

it('takes hidden pages for shown ones while no fate of an item of theirs is known', () => {
  const counts = countsOf({ shown: fates(990, 10), received: { shown: 10, hidden: 10 } });
  expect(estimateArrived(counts)?.share).toBeCloseTo(0.99, 10);
});

it('is that of the reports if nothing came in', () => {
  expect(estimateArrived(countsOf({ shown: fates(9, 1) }))?.share).toBe(0.9);
});

it('is less sure if items are lost together', () => {
  const alone = countsOf({ shown: fates(990, 10), received: { shown: 1_000, hidden: 0 } });
  // One report has lost all ten.
  const together = { ...alone, products: { knownKnown: 990 + 100, knownLost: 100, lostLost: 100 } };
  const widthOf = (counts: RecordedCounts): number => {
    const { low, high } = estimateArrived(counts)!;
    return high - low;
  };
  expect(widthOf(together)).toBeGreaterThan(2.5 * widthOf(alone));
});

it('is that of all items if a page lies, and says that more of a hidden page are lost than in all', () => {
  const counts = { ...countsOf({ shown: fates(90, 10) }), hidden: fates(0, 50) };
  expect(estimateArrived({ ...counts, received: { shown: 1, hidden: 0 } })?.share).toBeCloseTo(0.9, 10);
});
