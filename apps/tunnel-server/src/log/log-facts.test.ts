import type { Fact, OutcomeDetail } from '@adit/tunnel';
import { recordLog } from '../../testing/record-log.helper.ts';
import { createFactLog } from './log-facts.ts';
import { createRecurringWarnings } from './recurring-warnings.ts';

const PROJECT = 'o450.ingest.sentry.io/4509';
const DETAIL: OutcomeDetail = {
  ...{ endpoint: 'tunnel', eventId: undefined, project: PROJECT, sdk: undefined, itemTypes: ['event'] },
  ...{ bytes: 1, durationMs: 1, limited: [], filtered: [] },
};
const GIVEN_UP = { kind: 'given-up', status: 504, heldMs: 1 } as const;

function linesOf(...facts: readonly Fact[]) {
  const { log, entries } = recordLog();
  const monotonicNow = (): number => 0;
  const warnings = createRecurringWarnings({ log, monotonicNow });
  const logFact = createFactLog({ log, warnings, monotonicNow });
  for (const fact of facts) logFact(fact, DETAIL);
  warnings.flush();
  return entries;
}

describe('createFactLog', () => {
  it('logs the failures of a part, with their number', () => {
    const error = Object.assign(new Error('read failed'), { code: 'EIO' });
    expect(
      linesOf(
        { kind: 'fault', part: 'spool', error, count: 3 },
        { kind: 'fault', part: 'tell', error: new TypeError('no'), count: 1 },
      ),
    ).toMatchObject([
      { level: 'warn', event: 'spool-error', cause: 'EIO: read failed', count: 3 },
      { level: 'warn', event: 'part-failed', part: 'tell', cause: 'TypeError: no', count: 1 },
    ]);
  });

  it('logs and counts stored envelopes that are given up because ingest fails on them', () => {
    const failing = { ...GIVEN_UP, cause: 'failing' } as const;
    const line = { level: 'warn', event: 'envelope-given-up', project: PROJECT, status: 504 };
    expect(linesOf(failing, failing, failing)).toMatchObject([
      { ...line, count: 1 },
      { ...line, count: 2 },
    ]);
  });

  it('logs no envelope that expires or that an operator drops, and no refusal that only scanners cause', () => {
    expect(
      linesOf(
        { ...GIVEN_UP, cause: 'expired' },
        { ...GIVEN_UP, cause: 'dropped' },
        { kind: 'refused', reason: 'path-not-found', status: 404, detail: '' },
      ),
    ).toEqual([]);
  });
});
