import type { Outcome } from '@adit/tunnel';
import { recordLog } from '../testing/record-log.contract.ts';
import { createOutageLog } from './log-outages.ts';

const answered = (status: number): Outcome => ({ kind: 'forwarded', status, bytes: 1, durationMs: 1 });
const ANSWERED = answered(200);
const SPOOLED: Outcome = { kind: 'spooled', status: 200, bytes: 1, cause: 'timed-out' };
const UNREACHABLE: Outcome = {
  kind: 'unreachable',
  status: 502,
  detail: '',
  durationMs: 1,
  cause: Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' }),
};

function setUp() {
  let now = 0;
  const recorded = recordLog();
  const watch = createOutageLog(recorded.log, () => now);
  return { ...recorded, watch, at: (ms: number) => (now = ms) };
}

describe('createOutageLog', () => {
  it('logs two lines for an outage, however many envelopes fail', () => {
    const { watch, entries, at } = setUp();
    watch(ANSWERED);
    for (let ms = 0; ms < 60_000; ms += 100) {
      at(ms);
      watch(SPOOLED);
    }
    at(70_000);
    watch(ANSWERED);
    watch(ANSWERED);

    expect(entries).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'outage-began',
        outcome: 'spooled',
        cause: 'timed-out',
      }),
      expect.objectContaining({ level: 'info', event: 'outage-ended', durationMs: 70_000, envelopes: 600 }),
    ]);
  });

  it('logs a second outage', () => {
    const { watch, events, at } = setUp();
    watch(SPOOLED);
    at(10_000);
    watch(ANSWERED);
    watch(SPOOLED);

    expect(events()).toEqual(['outage-began', 'outage-ended', 'outage-began']);
  });

  it('logs one outage if one project fails while another works', () => {
    const { watch, events, at } = setUp();
    for (let ms = 0; ms < 60_000; ms += 1_000) {
      at(ms);
      watch(SPOOLED);
      watch(ANSWERED);
    }

    expect(events()).toEqual(['outage-began']);
  });

  it.each([
    [UNREACHABLE, 'ECONNREFUSED: connect failed'],
    [answered(503), 'status 503'],
    [{ kind: 'timed-out', status: 504, detail: '', durationMs: 1 } satisfies Outcome, undefined],
  ])('treats %j as a failure', (outcome, cause) => {
    const { watch, entries } = setUp();
    watch(outcome);

    expect(entries).toEqual([expect.objectContaining({ event: 'outage-began' })]);
    expect(entries[0]?.cause).toBe(cause);
  });

  it.each([ANSWERED, answered(429), answered(500)])('does not treat %j as a failure', (outcome) => {
    const { watch, entries } = setUp();
    watch(outcome);
    watch({ kind: 'aborted', status: 400, detail: '' });

    expect(entries).toEqual([]);
  });
});
