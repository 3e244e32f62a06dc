/** @jest-environment node */
import {
  explainVisit,
  simulateVisits,
  type SimulationOptions,
  type SimulationReport,
} from '../../testing/simulate-visit.helper.ts';

const VISITS = 5_000;
const FEW_VISITS = 1_000;
const NEVER_MS = 1_000_000;

const explain = ({ violations }: SimulationReport, options?: SimulationOptions): string =>
  violations
    .slice(0, 3)
    .map((seed) => explainVisit(seed, options))
    .join('\n');

describe('a visit of clicks, answers and deadlines in any order', () => {
  it(`S32 S14 ends with the page of the last click or a reason, and with no superseded document: ${VISITS} seeds`, () => {
    const reported = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined);
    const report = simulateVisits(1, VISITS);
    expect(explain(report)).toBe('');
    expect(reported).not.toHaveBeenCalled();
    reported.mockRestore();
    for (const count of Object.values(report.fates)) expect(count).toBeGreaterThan(20);
  });

  it.each([1_955_961, 1_969_683])(
    'S32 is not ended by a late commit of the page it started on after a click on a fragment: seed %d',
    (seed) => {
      expect(explain(simulateVisits(seed, 1))).toBe('');
    },
  );

  it('ends well also where the host names no history entries: a redirect back costs a document', () => {
    const options = { entryNames: 'none' } as const;
    expect(explain(simulateVisits(1, FEW_VISITS, options), options)).toBe('');
  });

  it.each<[string, SimulationOptions, RegExp]>([
    ['without a deadline', { routeLoadTimeoutMs: NEVER_MS }, /has no end/],
    ['without a watch on its documents', { documentTimeoutMs: NEVER_MS }, /has no end/],
    ['where a document load cannot be stopped', { canStop: false }, /the superseded document of .* appears/],
    [
      'where a page that is committed once more counts as the page of a newer navigation',
      { entryNames: 'arbitrary' },
      /stands instead of/,
    ],
  ])('control: ends badly %s', (_what, options, violation) => {
    const report = simulateVisits(1, FEW_VISITS, options);
    expect(report.violations.length).toBeGreaterThan(2);
    expect(explain(report, options)).toMatch(violation);
  });
});
