import { NO_RECORDED, type RecordedCounts } from '@adit/tunnel';
import { recordedIn } from './recorded.ts';

const fates = (arrived: number, lost = 0, unknown = 0) => ({ arrived, lost, unknown, late: 0 });

const countsOf = (error: RecordedCounts['hidden']): RecordedCounts => ({
  ...NO_RECORDED(),
  items: { ...NO_RECORDED().items, error },
  received: { shown: error.arrived, hidden: 0 },
});

it('has shares in all, by browser and by release', () => {
  const recorded = {
    'shop@1': { chrome: countsOf(fates(90, 10)), safari: countsOf(fates(40, 10)) },
    'shop@2': { chrome: countsOf(fates(100, 0, 50)) },
  };
  const state = recordedIn({ recorded });
  expect(state).toMatchObject({
    total: { known: 250, unknownShare: 1 / 6 },
    items: { error: fates(230, 20, 50) },
    browsers: { chrome: { known: 200, share: 0.95 }, safari: { known: 50, share: 0.8 } },
    releases: { 'shop@1': { known: 150 }, 'shop@2': { known: 100, share: 1 } },
  });
  expect(state?.total.share).toBeCloseTo(0.92, 10);
});

it('leaves out a browser of which no fate is known, and all if there is no other', () => {
  const known = { chrome: countsOf(fates(1)), safari: countsOf(fates(0, 0, 3)) };
  expect(Object.keys(recordedIn({ recorded: { a: known } })?.browsers ?? {})).toEqual(['chrome']);
  expect(recordedIn({ recorded: { a: { safari: countsOf(fates(0, 0, 3)) } } })).toBeNull();
  expect(recordedIn({ recorded: {} })).toBeNull();
});
