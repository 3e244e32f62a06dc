import fc from 'fast-check';
import {
  BURST_MS,
  createPace,
  MAX_WINDOW,
  onAccepted,
  onFailed,
  onLimited,
  onNewAccepted,
  onStarted,
  perSecondOf,
  type Pace,
} from './pace.ts';

/** The pace after a number of deliveries that ingest accepted, evenly over a time. */
const accepting = (
  count: number,
  { pace = createPace(), latencyMs = 20, fromMs = 0, forMs = 1_000 } = {},
): Pace => {
  let after = pace;
  for (let index = 0; index < count; index += 1) {
    after = onAccepted(onStarted(after, fromMs), latencyMs, fromMs + (index * forMs) / count);
  }
  return after;
};

describe('the window', () => {
  it('begins at one, and doubles with each round of answers', () => {
    const sizes = [1, 2, 4, 8, 16, 32];
    let pace = createPace();
    for (const size of sizes) {
      expect(pace.window).toBe(size);
      pace = accepting(size, { pace });
    }
    expect(pace.window).toBe(MAX_WINDOW);
  });

  it('is one again after a failure, and after a limit', () => {
    const pace = accepting(100);
    expect(onFailed(pace).window).toBe(1);
    expect(onLimited(pace, 1_000, 1_000).window).toBe(1);
  });

  it('stays while answers take twice as long, and shrinks while they take three times as long', () => {
    const begun = accepting(8);
    const slower = accepting(32, { pace: begun, latencyMs: 70 });
    const still = accepting(32, { pace: slower, latencyMs: 55 });
    const more = accepting(20, { pace: still, latencyMs: 55 });
    expect(more.window).toBeCloseTo(still.window, 0);
    expect(accepting(64, { pace: slower, latencyMs: 200 }).window).toBeLessThan(slower.window);
  });

  it('grows with answers that vary about one mean', () => {
    let pace = createPace();
    for (let index = 0; index < 2_000; index += 1) pace = onAccepted(pace, index % 4 === 0 ? 110 : 10, index);
    expect(pace.window).toBe(MAX_WINDOW);
  });

  it('grows again when a slower route has become the normal one', () => {
    const slower = accepting(200, { pace: accepting(8), latencyMs: 100 });
    expect(slower.window).toBeLessThan(MAX_WINDOW);
    expect(accepting(5_000, { pace: slower, latencyMs: 100 }).window).toBe(MAX_WINDOW);
  });
});

describe('the rate', () => {
  it('is not bounded before the first limit', () => {
    expect(perSecondOf(createPace(), 0)).toBe(Infinity);
    expect(onStarted(createPace(), 1_000).nextAt).toBeLessThanOrEqual(1_000);
  });

  it('is just below what ingest took before its limit, stays there, and grows beyond it later', () => {
    const limited = onLimited(accepting(400, { forMs: 2_000 }), 1_000, 2_000);
    const after = (seconds: number): number => perSecondOf(limited, 3_000 + seconds * 1_000);
    expect(after(0)).toBeCloseTo(190.1, 1);
    expect(after(15)).toBeGreaterThan(195);
    expect(after(30)).toBeCloseTo(196, 0);
    expect(after(50)).toBeLessThan(200);
    expect(after(90)).toBeGreaterThan(235);
  });

  it('is tried again sooner after an early limit, and at the second such limit it is lower', () => {
    const first = onLimited(accepting(200), 1_000, 999);
    expect([Math.round(first.limit?.perSecond ?? 0), first.limit?.plateauMs]).toEqual([196, 10_000]);
    const second = onLimited(accepting(150, { pace: first, fromMs: 2_000, forMs: 750 }), 1_000, 2_750);
    expect([second.limit?.perSecond, second.limit?.plateauMs]).toEqual([196 * 0.85, 10_000]);
    const third = onLimited(accepting(200, { pace: first, fromMs: 2_000 }), 1_000, 2_999);
    expect(third.limit?.perSecond).toBeCloseTo(200 * 0.9 * 0.98, 0);
  });

  it('counts new envelopes: they take the turns of stored ones, for a tenth of a second at most', () => {
    const limited = onStarted(onLimited(accepting(200), 1_000, 999), 5_000);
    const two = onNewAccepted(onNewAccepted(limited, 5_001), 5_001);
    expect(two.nextAt - limited.nextAt).toBeCloseTo(2_000 / perSecondOf(limited, 5_001), 1);
    let many = two;
    for (let count = 0; count < 1_000; count += 1) many = onNewAccepted(many, 5_001);
    expect(many.nextAt).toBeCloseTo(5_101, 0);
    expect(onLimited(many, 1_000, 8_000).limit?.perSecond).toBe(limited.limit?.perSecond);
    expect(onLimited(many, 1_000, 5_900).limit?.perSecond).toBeGreaterThan(700);
  });

  it('stays for longer if the limit has lasted for longer, and for 20 minutes at most', () => {
    const limited = onLimited(accepting(200), 60_000, 999);
    expect(perSecondOf(limited, 60_999 + 600_000)).toBeLessThan(200);
    const forever = onLimited(accepting(200), Infinity, 999);
    expect(perSecondOf(forever, 1e9)).toBeGreaterThan(0);
    expect(forever.limit?.plateauMs).toBe(1_200_000);
  });

  it('learns once from envelopes that meet one limit together, and from one that holds for longer than was known', () => {
    const limited = onLimited(accepting(200), 1_000, 999);
    const again = onLimited(limited, 1_000, 1_020);
    expect(again.limit).toMatchObject({ perSecond: limited.limit?.perSecond, endsAt: 2_020 });
    const late = onAccepted(again, 1_000, 2_020);
    expect(onLimited(late, 1_000, 2_021).limit?.perSecond).toBe(limited.limit?.perSecond);
    // Control: a delivery has started since.
    const started = onLimited(onStarted(late, 2_020), 1_000, 2_021);
    expect(started.limit?.perSecond).toBeCloseTo(0.85 * 196);
  });

  it('falls by no more than a sixth at a time, and not below 50 a second', () => {
    const limited = onLimited(accepting(200), 1_000, 999);
    const early = onLimited(accepting(5, { pace: limited, fromMs: 5_000 }), 1_000, 6_000);
    expect(early.limit?.perSecond).toBeCloseTo(196 * 0.85);
    expect(onLimited(accepting(5), 1_000, 999).limit?.perSecond).toBe(50);
  });

  it('learns nothing from an ingest that accepts nothing', () => {
    expect(onLimited(createPace(), 1_000, 999).limit).toBeUndefined();
    const limited = onLimited(accepting(200), 1_000, 999);
    expect(onLimited(limited, 1_000, 9_000).limit?.perSecond).toBe(limited.limit?.perSecond);
  });

  it('lets deliveries start together that are late by 10 ms at most', () => {
    let pace: Pace = { ...createPace(), limit: { endsAt: 0, perSecond: 1_000, plateauMs: 1e12 } };
    let starts = 0;
    for (; pace.nextAt <= 50_000; starts += 1) pace = onStarted(pace, 50_000);
    expect(starts).toBeLessThanOrEqual(BURST_MS + 2);
  });
});

it('keeps the window within its bounds and the rate above zero, whatever ingest does', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('accepted' as const), ms: fc.integer({ min: 0, max: 30_000 }) }),
    fc.record({ kind: fc.constant('limited' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
    fc.record({ kind: fc.constant('failed' as const), ms: fc.constant(0) }),
    fc.record({ kind: fc.constant('started' as const), ms: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.integer({ min: 0, max: 5_000 })), { maxLength: 100 }), (steps) => {
      let pace = createPace();
      let now = 0;
      for (const [{ kind, ms }, passMs] of steps) {
        now += passMs;
        if (kind === 'accepted') pace = onAccepted(pace, ms, now);
        if (kind === 'limited') pace = onLimited(pace, ms, now);
        if (kind === 'failed') pace = onFailed(pace);
        if (kind === 'started') pace = onStarted(pace, now);
        expect(pace.window).toBeGreaterThanOrEqual(1);
        expect(pace.window).toBeLessThanOrEqual(MAX_WINDOW);
        expect(perSecondOf(pace, now)).toBeGreaterThan(0);
      }
    }),
  );
});
