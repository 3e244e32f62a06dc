import { createFakeClock } from '@adit/testing';
import { createRedirectBudget } from './redirect-budget.ts';

describe('createRedirectBudget', () => {
  it('stops A → B → A at the second A → B', () => {
    const budget = createRedirectBudget({ now: () => 0 });
    expect(budget.hop('/a', '/b')).toBe('follow');
    expect(budget.hop('/b', '/a')).toBe('follow');
    expect(budget.hop('/a', '/b')).toBe('redirect-cycle');
  });

  it('lets a silent sign-in come back once', () => {
    const budget = createRedirectBudget({ now: () => 0 });
    expect([budget.hop('/private', '/sign-in'), budget.hop('/sign-in', '/private')]).toEqual([
      'follow',
      'follow',
    ]);
  });

  it('stops a chain without repetition after 20 hops', () => {
    const budget = createRedirectBudget({ now: () => 0 });
    for (let hop = 0; hop < 20; hop += 1) {
      expect(budget.hop(`/${hop}`, `/${hop + 1}`)).toBe('follow');
    }
    expect(budget.hop('/20', '/21')).toBe('redirects-exhausted');
  });

  it('starts a new chain once a person has acted, and after ten seconds without a hop', async () => {
    const clock = createFakeClock({ now: 5 });
    const budget = createRedirectBudget({ now: clock.now });
    budget.hop('/a', '/b');
    budget.reset();
    expect(budget.hop('/a', '/b')).toBe('follow');
    await clock.advance(9_999);
    expect(budget.hop('/a', '/b')).toBe('redirect-cycle');
    await clock.advance(1);
    expect(budget.hop('/a', '/b')).toBe('follow');
  });

  it('ends a chain after as long without a hop as it is told', () => {
    let now = 0;
    const budget = createRedirectBudget({ now: () => now, chainIdleMs: 50 });
    budget.hop('/a', '/b');
    now = 49;
    expect(budget.hop('/a', '/b')).toBe('redirect-cycle');
    now = 50;
    expect(budget.hop('/a', '/b')).toBe('follow');
  });

  it('refuses a budget of nothing', () => {
    expect(() => createRedirectBudget({ now: () => 0, chainIdleMs: 0 })).toThrow(
      'chainIdleMs is 0; accepted: an integer of at least 1',
    );
    expect(() => createRedirectBudget({ now: () => 0, maxRedirects: 0 })).toThrow(
      'maxRedirects is 0; accepted: an integer of at least 1',
    );
  });
});
