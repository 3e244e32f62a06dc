import { createOutcomeLog } from './outcome-log.ts';

const sent = (title: string) => ({ kind: 'sent' as const, status: 200, type: 'error', title });

describe(createOutcomeLog, () => {
  it('keeps outcomes with their time, oldest first', () => {
    let time = 1_000;
    const log = createOutcomeLog({ now: () => (time += 1) });

    log.record(sent('a'));
    log.record({ kind: 'dropped', ruleId: 'bot', reason: 'why', type: 'error', title: 'b' });

    expect(log.entries()).toEqual([
      { ...sent('a'), at: 1_001 },
      { kind: 'dropped', ruleId: 'bot', reason: 'why', type: 'error', title: 'b', at: 1_002 },
    ]);
  });

  it('keeps the latest 100 by default', () => {
    const byDefault = createOutcomeLog();
    const two = createOutcomeLog({ limit: 2 });

    for (let index = 0; index < 150; index += 1) {
      byDefault.record(sent(String(index)));
      two.record(sent(String(index)));
    }

    expect(byDefault.entries()).toHaveLength(100);
    expect(two.entries().map(({ title }) => title)).toEqual(['148', '149']);
  });

  it('returns the same array until the next record', () => {
    const log = createOutcomeLog();
    const before = log.entries();

    expect(log.entries()).toBe(before);
    log.record(sent('a'));
    expect(log.entries()).not.toBe(before);
    expect(before).toEqual([]);
  });

  it('tells listeners until they unsubscribe, whatever another listener throws', () => {
    const log = createOutcomeLog({ now: () => 7 });
    const listener = jest.fn();
    log.subscribe(() => {
      throw new Error('listener');
    });
    const unsubscribe = log.subscribe(listener);

    log.record(sent('a'));
    unsubscribe();
    log.record(sent('b'));

    expect(listener.mock.calls).toEqual([[{ ...sent('a'), at: 7 }]]);
  });
});
