import { costlyError, observedPolicy } from '../../testing/policies.helper.ts';
import { MAX_ERRORS, MAX_RULES, MAX_SECRETS, readPolicy } from './read-policy.ts';

const errors = (count: number) =>
  Array.from({ length: count }, (_, index) => costlyError({ fingerprint: `f${index}`, seen: index }));

describe('readPolicy', () => {
  it('has the rules, most first, why they are there, and which only count', () => {
    const counts = { 'chat-widget': 3, bot: 12, unused: 0 };
    const policy = observedPolicy({
      counts,
      reasons: { bot: 'A crawler' },
      dryRuns: ['chat-widget', 'unused'],
      scrubs: ['account'],
      secrets: { effect: 'counted', counts: { email: 2, jwt: 0, card: 5 } },
      suggestedPerDay: 500,
    });

    expect(readPolicy(policy)).toEqual({
      document: undefined,
      rules: [
        { id: 'bot', matched: 12, reason: 'A crawler', isDryRun: false },
        { id: 'chat-widget', matched: 3, reason: undefined, isDryRun: true },
        { id: 'unused', matched: 0, reason: undefined, isDryRun: true },
      ],
      moreRules: 0,
      scrubs: ['account'],
      secretsEffect: 'counted',
      secrets: [
        { id: 'card', matched: 5 },
        { id: 'email', matched: 2 },
      ],
      moreSecrets: 0,
      hasBudgets: false,
      suggestedPerDay: 500,
      top: [],
    });
  });

  it('is bounded, whatever the policy says', () => {
    const counts = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`rule-${index}`, index]));
    const title = 'x'.repeat(10_000);
    const reasons = Object.fromEntries(Object.keys(counts).map((id) => [id, title]));
    const kinds = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`kind-${index}`, index]));
    const secrets = { effect: 'removed', counts: kinds } as const;
    const top = [costlyError({ title, release: title, seen: 100 }), ...errors(50)];
    const state = { status: 'refused', since: 1, problem: title } as const;
    const reading = readPolicy(observedPolicy({ counts, reasons, secrets, top }, state));

    expect([reading.rules.length, reading.moreRules]).toEqual([MAX_RULES, 5_000 - MAX_RULES]);
    expect(reading.rules[0]).toEqual({
      id: 'rule-4999',
      matched: 4_999,
      reason: 'x'.repeat(150),
      isDryRun: false,
    });
    expect([reading.secrets.length, reading.moreSecrets]).toEqual([MAX_SECRETS, 89 - MAX_SECRETS]);
    expect(reading.secrets[0]).toEqual({ id: 'kind-89', matched: 89 });
    expect(reading.top.map(({ seen }) => seen)).toEqual([100, 49, 48, 47, 46, 45, 44, 43, 42, 41]);
    expect(reading.top).toHaveLength(MAX_ERRORS);
    expect(JSON.stringify(reading).length).toBeLessThan(20_000);
  });

  it('survives a message to another process', () => {
    const reading = readPolicy(
      observedPolicy({}, { status: 'ok', since: 1, version: 'a1', inForceSince: 1 }),
    );

    expect(JSON.parse(JSON.stringify(reading))).toEqual({
      document: { status: 'ok', since: 1, version: 'a1', inForceSince: 1 },
      rules: [],
      moreRules: 0,
      scrubs: [],
      secretsEffect: 'removed',
      secrets: [],
      moreSecrets: 0,
      hasBudgets: false,
      top: [],
    });
  });
});
