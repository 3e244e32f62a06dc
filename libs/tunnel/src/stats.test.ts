import { mergeStats, type TunnelStats } from './stats.ts';
import { createTunnel } from './tunnel.ts';

const SPOOL = {
  envelopes: 3,
  bytes: 30,
  maxBytes: 100,
  maxAgeMs: 1_000,
  isOut: false,
  isPaused: false,
  deliveredPerS: 0,
};

const { stats, close } = createTunnel({
  allowedDsns: ['https://0123456789abcdef0123456789abcdef@a.example/1'],
});
const IDLE = stats();
void close();

/** The stats of a tunnel for `a.example/1` with these values. */
const statsOf = (values: Partial<TunnelStats> = {}): TunnelStats => ({ ...IDLE, spool: SPOOL, ...values });

describe('mergeStats', () => {
  it('is nothing of nothing', () => {
    expect(mergeStats([], false)).toBeUndefined();
  });

  it('adds counts that only one of them has, whichever comes first', () => {
    const one = statsOf({ discarded: { ratelimit_backoff: { error: 1 } }, faults: { spool: 2 } });
    const other = statsOf({
      discarded: { ratelimit_backoff: { error: 10, session: 4 }, network_error: { error: 3 } },
      faults: { limits: 1 },
      inFlight: 2,
      limitedDsns: 1,
    });
    const expected = {
      discarded: { ratelimit_backoff: { error: 11, session: 4 }, network_error: { error: 3 } },
      faults: { spool: 2, limits: 1 },
      inFlight: 2,
      limitedDsns: 1,
    };
    expect(mergeStats([one, other], false)).toMatchObject(expected);
    expect(mergeStats([other, one], false)).toMatchObject(expected);
  });

  it('counts a spool that all share once, and adds up their own', () => {
    const all = [statsOf({ spool: SPOOL }), statsOf({ spool: { ...SPOOL, isOut: true } })];
    expect(mergeStats(all, true)?.spool).toEqual({ ...SPOOL, isOut: true });
    expect(mergeStats(all, false)?.spool).toMatchObject({ envelopes: 6, bytes: 60, maxBytes: 200 });
  });

  it('knows no bound of spools that say none, and no spool where there is none', () => {
    expect(mergeStats([statsOf({ spool: { ...SPOOL, maxBytes: undefined } })], false)?.spool?.maxBytes).toBe(
      undefined,
    );
    expect(mergeStats([{ ...statsOf(), spool: undefined }], false)?.spool).toBeUndefined();
  });
});
