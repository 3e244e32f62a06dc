/** @jest-environment node */
import { explainVisit, simulateVisits } from '../../testing/simulate-visit.helper.ts';

const VISITS = 1_000_000;

it(`S32 S14 ${VISITS} seeded visits end with the page of the last click or a reason, and with no superseded document`, () => {
  // Seeds that the short test does not use.
  const { violations } = simulateVisits(1_000_001, VISITS);
  expect(
    violations
      .slice(0, 3)
      .map((seed) => explainVisit(seed))
      .join('\n'),
  ).toBe('');
}, 600_000);
