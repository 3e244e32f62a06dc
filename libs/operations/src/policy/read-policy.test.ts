import { costlyError, observedPolicy } from '../../testing/policies.helper.ts';
import { MAX_ERRORS, MAX_RULES, readPolicy } from './read-policy.ts';

const errors = (count: number) =>
  Array.from({ length: count }, (_, index) => costlyError({ fingerprint: `f${index}`, seen: index }));

describe('readPolicy', () => {
  it('has the rules that matched, most first, and says which only count', () => {
    const counts = { 'chat-widget': 3, bot: 12, unused: 0 };
    const policy = observedPolicy({ counts, dryRuns: ['chat-widget', 'unused'], suggestedPerDay: 500 });

    expect(readPolicy(policy)).toEqual({
      document: undefined,
      rules: [
        { id: 'bot', matched: 12, isDryRun: false },
        { id: 'chat-widget', matched: 3, isDryRun: true },
      ],
      moreRules: 0,
      hasBudgets: false,
      suggestedPerDay: 500,
      top: [],
    });
  });

  it('is bounded, whatever the policy says', () => {
    const counts = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`rule-${index}`, index]));
    const title = 'x'.repeat(10_000);
    const top = [costlyError({ title, release: title, seen: 100 }), ...errors(50)];
    const state = { status: 'refused', since: 1, problem: title } as const;
    const reading = readPolicy(observedPolicy({ counts, top }, state));

    expect([reading.rules.length, reading.moreRules]).toEqual([MAX_RULES, 4_999 - MAX_RULES]);
    expect(reading.rules[0]).toEqual({ id: 'rule-4999', matched: 4_999, isDryRun: false });
    expect(reading.top.map(({ seen }) => seen)).toEqual([100, 49, 48, 47, 46, 45, 44, 43, 42, 41]);
    expect(reading.top).toHaveLength(MAX_ERRORS);
    expect(JSON.stringify(reading).length).toBeLessThan(10_000);
  });

  it('survives a message to another process', () => {
    const reading = readPolicy(
      observedPolicy({}, { status: 'ok', since: 1, version: 'a1', inForceSince: 1 }),
    );

    expect(JSON.parse(JSON.stringify(reading))).toEqual({
      document: { status: 'ok', since: 1, version: 'a1', inForceSince: 1 },
      rules: [],
      moreRules: 0,
      hasBudgets: false,
      top: [],
    });
  });
});
