import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { simulateArrival } from './arrival.mjs';

/** In percentage points. */
const MAX_ERROR = 0.1;

const inPercent = (share) => 100 * share;
const errorOf = ({ share, estimate }) => inPercent(1 - estimate.share - share);

describe('the share that has arrived, of 100,000 pages', () => {
  for (const [lost, ...seeds] of [
    [0, 1],
    [0.002, 1],
    [0.01, 1, 2, 3],
    [0.05, 1],
  ])
    for (const seed of seeds)
      it(`is right to 0.1 points if ${inPercent(lost)} % of the requests are lost (seed ${seed})`, () => {
        const run = simulateArrival({ seed, lost });
        assert.ok(Math.abs(errorOf(run)) <= MAX_ERROR, `${errorOf(run)} points`);
        const { low, high } = run.estimate;
        assert.ok(low <= 1 - run.share && 1 - run.share <= high, `${low} to ${high}`);
      });
});

describe('if hidden pages lose more, among them the last requests of each visitor', () => {
  const LOSSES = { seed: 4, lost: 0.005, lostWhenLeft: 0.03 };

  it('is right to 0.1 points', () => {
    const run = simulateArrival(LOSSES);
    assert.ok(Math.abs(errorOf(run)) <= MAX_ERROR, `${errorOf(run)} points`);
  });

  it('is wrong if a page leaves nothing to the next one (control)', () => {
    const run = simulateArrival({ ...LOSSES, hasStorage: false });
    assert.ok(errorOf(run) < -3 * MAX_ERROR, `${errorOf(run)} points`);
  });

  it('is wrong if what came in is not counted (control)', () => {
    const run = simulateArrival({ ...LOSSES, isReceivedCounted: false });
    assert.ok(Math.abs(errorOf(run)) > MAX_ERROR, `${errorOf(run)} points`);
  });

  it('is too good if requests without an answer are lost more than those with one: nobody knows of them', () => {
    const run = simulateArrival({ ...LOSSES, lostUnanswered: 0.06 });
    assert.ok(errorOf(run) < -MAX_ERROR, `${errorOf(run)} points`);
    // The page shows how many they are.
    assert.ok(run.estimate.unknownShare > 0.05);
  });
});

it('takes at most 150 bytes of a request', () => {
  assert.ok(simulateArrival({ seed: 5, lost: 0.01 }).headerBytes <= 150);
});
