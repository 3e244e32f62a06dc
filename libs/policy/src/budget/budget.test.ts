import {
  DAY_MS,
  errorEvent,
  HOUR_MS,
  MINUTE_MS,
  numbered,
  passedOf,
  SECOND_MS,
  setClock,
  spendTimes,
  START,
} from '../../testing/budget.helper.ts';
import type { BudgetSettings } from '../document/policy-document.ts';
import { createBudget } from './budget.ts';

function start(settings: BudgetSettings = {}) {
  const clock = setClock();
  return { clock, budget: createBudget({ settings, clock }) };
}

describe('one error', () => {
  it('passes ten times, and then ten times in a minute', () => {
    const { clock, budget } = start();

    const [last] = spendTimes(budget, 60).slice(-1);
    expect(last).toEqual({ keep: false, reason: 'budget:fingerprint' });
    expect(budget.top()[0]).toMatchObject({ seen: 60, passed: 10, dropped: 50 });
    for (let minute = 1; minute <= 5; minute += 1) {
      clock.nowMs += MINUTE_MS;
      expect(passedOf(spendTimes(budget, 600))).toBe(10);
    }
  });

  it('has a limit of its own, in each project', () => {
    const { budget } = start();

    spendTimes(budget, 20);
    expect(passedOf(spendTimes(budget, 20))).toBe(0);
    expect(passedOf(spendTimes(budget, 20, { event: errorEvent('other') }))).toBe(10);
    expect(passedOf(spendTimes(budget, 20, { project: '2' }))).toBe(10);
  });

  it('has first events each day', () => {
    const { clock, budget } = start({ first: 5, perMinute: 1 });

    expect(passedOf(spendTimes(budget, 20))).toBe(5);
    clock.nowMs += HOUR_MS;
    expect(passedOf(spendTimes(budget, 20))).toBe(1);
    clock.nowMs += DAY_MS;
    expect(passedOf(spendTimes(budget, 20))).toBe(5);
  });

  it('has a weight on each event that passes: together they are all that were seen', () => {
    const { clock, budget } = start();
    let weight = 0;
    for (let second = 0; second < 600; second += 1) {
      for (const decision of spendTimes(budget, 3)) if (decision.keep) weight += decision.weight ?? 1;
      clock.nowMs += SECOND_MS;
    }

    const [{ seen, passed } = { seen: 0, passed: 0 }] = budget.top();
    expect([seen, passed]).toEqual([1_800, 100]);
    // The last minute's rest has no event that stands for it yet.
    expect(seen - weight).toBe(180 - 10);
  });

  it('still passes once in a hundred if nothing else lets it pass, at most once a minute', () => {
    const { clock, budget } = start({ first: 0, perMinute: 0 });

    const decisions = spendTimes(budget, 1_000);
    expect(decisions.filter(({ keep }) => keep)).toEqual([{ keep: true, weight: 100 }]);
    expect(decisions[99]).toEqual({ keep: true, weight: 100 });
    clock.nowMs += MINUTE_MS;
    expect(spendTimes(budget, 100).filter(({ keep }) => keep)).toEqual([{ keep: true, weight: 1_000 }]);
    clock.nowMs += MINUTE_MS;
    expect(passedOf(spendTimes(budget, 99))).toBe(0);
    clock.nowMs -= HOUR_MS;
    expect(spendTimes(budget, 1)).toEqual([{ keep: true, weight: 100 }]);
  });

  it('is not sampled if that is switched off', () => {
    const { budget } = start({ first: 0, perMinute: 0, sampleOf: 0 });

    expect(passedOf(spendTimes(budget, 1_000))).toBe(0);
  });
});

describe('a day', () => {
  const spendErrors = (budget: ReturnType<typeof createBudget>, release = 'a', project = '1') =>
    Array.from(
      { length: 20 },
      (_, index) => spendTimes(budget, 1, { event: numbered(index), release, project })[0],
    );

  it('ends when the project has spent its budget, and first events pass all the same', () => {
    const { clock, budget } = start({ first: 1, perDay: 50, sampleOf: 0 });

    expect(spendErrors(budget).every((decision) => decision?.keep)).toBe(true);
    spendErrors(budget);
    const third = spendErrors(budget);
    expect(third.filter((decision) => decision?.keep)).toHaveLength(10);
    expect(third.at(-1)).toEqual({ keep: false, reason: 'budget:day' });
    expect(passedOf(spendTimes(budget, 5, { event: errorEvent('new') }))).toBe(1);
    expect(spendErrors(budget, 'a', '2').every((decision) => decision?.keep)).toBe(true);
    clock.nowMs += DAY_MS;
    for (let round = 0; round < 2; round += 1) {
      expect(spendErrors(budget).every((decision) => decision?.keep)).toBe(true);
    }
  });

  it('leaves a part to other releases', () => {
    const { budget } = start({ first: 0, perDay: 50, releaseShare: 0.5, sampleOf: 0 });

    spendErrors(budget);
    expect(spendErrors(budget).filter((decision) => decision?.keep)).toHaveLength(5);
    expect(spendErrors(budget)[0]).toEqual({ keep: false, reason: 'budget:release' });
    expect(spendErrors(budget, 'b').filter((decision) => decision?.keep)).toHaveLength(20);
    expect(spendErrors(budget, 'c').filter((decision) => decision?.keep)).toHaveLength(5);
    expect(spendErrors(budget, 'c')[0]).toEqual({ keep: false, reason: 'budget:day' });
  });

  it('has one budget for no release, and one for all releases over a hundred', () => {
    const { clock, budget } = start({
      first: 0,
      perMinute: 100,
      perDay: 1_000,
      releaseShare: 0.01,
      sampleOf: 0,
    });
    const spend = (release?: string) => budget.spend({ project: '1', release, event: errorEvent('x') }).keep;

    for (let index = 0; index < 99; index += 1) spend(`release ${index}`);
    clock.nowMs += MINUTE_MS;
    expect(Array.from({ length: 12 }, () => spend()).filter(Boolean)).toHaveLength(10);
    expect(Array.from({ length: 30 }, (_, index) => spend(`more ${index}`)).filter(Boolean)).toHaveLength(10);
    clock.nowMs += DAY_MS;
    expect(Array.from({ length: 30 }, (_, index) => spend(`more ${index}`)).filter(Boolean)).toHaveLength(30);
  });
});

describe('new fingerprints', () => {
  it('share one limit once there are 500 in an hour', () => {
    const { clock, budget } = start();
    const flood = (from: number, count: number) =>
      Array.from(
        { length: count },
        (_, index) => spendTimes(budget, 1, { event: numbered(from + index) })[0],
      );

    expect(flood(0, 5_000).filter((decision) => decision?.keep)).toHaveLength(500 + 10);
    expect(flood(4_999, 1)).toEqual([{ keep: false, reason: 'budget:fingerprint' }]);
    expect(passedOf(spendTimes(budget, 20, { event: numbered(0) }))).toBe(9);
    expect(budget.top(1)[0]).toMatchObject({ fingerprint: 'other', seen: 4_501, project: '1' });
    clock.nowMs += HOUR_MS;
    expect(flood(5_000, 600).filter((decision) => decision?.keep)).toHaveLength(500 + 10);
  });

  it('cannot pass all limits: in a day at most 2 000 have first events', () => {
    const { clock, budget } = start({ perDay: 0, sampleOf: 0 });
    let passed = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      for (let index = 0; index < 600; index += 1) {
        passed += passedOf(spendTimes(budget, 11, { event: numbered(hour * 600 + index) }));
      }
      clock.nowMs += HOUR_MS;
    }

    expect(passed).toBe(2_000 * 10);
  });
});

describe('a dry run', () => {
  it('drops nothing, and says what would be dropped', () => {
    const { budget } = start({ dryRun: true, first: 1, perMinute: 1 });

    expect(spendTimes(budget, 3)).toEqual([
      { keep: true },
      { keep: true, wouldDrop: 'budget:fingerprint' },
      { keep: true, wouldDrop: 'budget:fingerprint' },
    ]);
    expect(budget.top()).toMatchObject([{ seen: 3, passed: 1, dropped: 2 }]);
  });
});

describe('memory', () => {
  it('has at most 10 000 fingerprints: the ones seen least recently are forgotten', () => {
    const { clock, budget } = start({ newPerHour: 10_000 });
    for (let index = 0; index < 12_000; index += 1) {
      if (index === 8_000) clock.nowMs += HOUR_MS;
      spendTimes(budget, 1, { event: numbered(index) });
      spendTimes(budget, 1, { event: numbered(0) });
    }

    expect(budget.top(20_000)).toHaveLength(10_000);
    // Seen all the time, it is remembered.
    expect(budget.top(1)).toMatchObject([{ seen: 12_001 }]);
    expect(passedOf(spendTimes(budget, 12, { event: numbered(1) }))).toBe(10);
    expect(passedOf(spendTimes(budget, 12, { event: numbered(11_999) }))).toBe(9);
  });

  it('has at most 100 projects: the one seen least recently begins again', () => {
    const { budget } = start({ first: 0, perMinute: 100, perDay: 5, sampleOf: 0 });
    const spend = (project: string) =>
      passedOf(spendTimes(budget, 5, { project, event: errorEvent(project) }));

    expect([spend('0'), spend('0')]).toEqual([5, 0]);
    for (let project = 1; project < 100; project += 1) spend(String(project));
    expect(spend('0')).toBe(0);
    spend('100');
    expect([spend('0'), spend('1')]).toEqual([0, 5]);
  });
});

describe('the clock', () => {
  it('stands still for a minute if it is set back a little', () => {
    const { clock, budget } = start();
    spendTimes(budget, 20);
    clock.nowMs -= 59 * SECOND_MS;
    expect(passedOf(spendTimes(budget, 20))).toBe(0);
    clock.nowMs += 118 * SECOND_MS;
    expect(passedOf(spendTimes(budget, 20))).toBe(0);
    clock.nowMs += SECOND_MS;
    expect(passedOf(spendTimes(budget, 20))).toBe(10);
  });

  it('gives nothing twice if it is set back further', () => {
    const { clock, budget } = start({ first: 0, perDay: 15, sampleOf: 0 });
    clock.nowMs = START + 3 * HOUR_MS;
    expect(passedOf(spendTimes(budget, 20))).toBe(10);
    for (const backMs of [HOUR_MS, DAY_MS]) {
      clock.nowMs -= backMs;
      expect(passedOf(spendTimes(budget, 20))).toBe(0);
    }
    clock.nowMs += MINUTE_MS;
    expect(passedOf(spendTimes(budget, 20))).toBe(5);
  });

  it('may jump by years, and back', () => {
    const { clock, budget } = start();
    for (const toMs of [START + 10_000 * DAY_MS, START, START + MINUTE_MS, START + DAY_MS, 0]) {
      clock.nowMs = toMs;
      expect(passedOf(spendTimes(budget, 50))).toBeLessThanOrEqual(10);
    }
    clock.nowMs = START + MINUTE_MS;
    expect(passedOf(spendTimes(budget, 50))).toBe(10);
  });

  it('may fail', () => {
    const budget = createBudget({
      settings: {},
      clock: {
        now: () => {
          throw new Error('no clock');
        },
      },
    });

    expect(passedOf(spendTimes(budget, 50))).toBe(10);
    expect(budget.suggest()).toBeUndefined();
  });
});

describe('wrong input', () => {
  it.each<readonly [BudgetSettings, string]>([
    [{ first: -1 }, 'first is -1; accepted is a whole number from 0 to 1000.'],
    [{ perMinute: 0.5 }, 'perMinute is 0.5; accepted is a whole number from 0 to 10000.'],
    [{ perDay: '9' as never }, 'perDay is "9"; accepted is a whole number from 0 to 1000000000.'],
    [{ releaseShare: 2 }, 'releaseShare is 2; accepted is a number from 0 to 1.'],
    [{ sampleOf: NaN }, 'sampleOf is NaN; accepted is a whole number from 0 to 1000000.'],
    [{ newPerHour: 1e9 }, 'newPerHour is 1000000000; accepted is a whole number from 0 to 10000.'],
    [{ dryRun: 1 as never }, 'dryRun is 1; accepted is true or false.'],
  ])('throws at creation for %j', (settings, message) => {
    expect(() => createBudget({ settings, clock: setClock() })).toThrow(
      new TypeError(`createBudget: ${message}`),
    );
  });

  it('has a limit of its own for events that cannot be read, and never throws', () => {
    const { budget } = start();
    const unreadable = { exception: { values: 7 } } as never;

    expect(passedOf(spendTimes(budget, 20, { event: unreadable }))).toBe(10);
    expect(budget.spend(null as never)).toEqual({ keep: true });
    expect(budget.spend({ project: 7 as never, event: unreadable })).toEqual({ keep: true });
  });
});
