import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BudgetCount } from '../budget/index.ts';
import { checkPolicySource } from '../source/source.ts';
import { followPolicy } from './follow-policy.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-policy-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('followPolicy', () => {
  it('says which rules only count, and tells the store all counts when it is closed', async () => {
    const from = join(folder, 'policy.json');
    const rule = { id: 'chat-widget', action: 'drop', dryRun: true, when: { message: '*widget*' } };
    writeFileSync(from, JSON.stringify({ version: 1, rules: [rule], budgets: { perDay: 100 } }));
    const told: BudgetCount[] = [];
    const add = (counts: readonly BudgetCount[]): Promise<number[]> => {
      told.push(...counts);
      return Promise.resolve(counts.map(({ by }) => by));
    };
    const { policy, watch, close } = followPolicy({
      from,
      budgetStore: { add },
      budgetClock: { now: () => 0 },
    });
    await watch.ready;
    const { judge } = policy.open({
      header: encode({}),
      sdk: undefined,
      trace: undefined,
      project: '1',
      userAgent: undefined,
    });
    for (const value of ['widget', 'checkout', 'checkout'])
      judge({ type: 'event' }, encode({ exception: { values: [{ type: 'Error', value }] } }));

    expect(policy.report()).toMatchObject({
      counts: { 'chat-widget': 1 },
      dryRuns: ['chat-widget'],
      hasBudgets: true,
      top: [
        { title: 'Error: checkout', seen: 2 },
        { title: 'Error: widget', seen: 1 },
      ],
    });
    await close();
    const ofDay = told.filter(({ lastsMs }) => lastsMs === 2 * 86_400_000);
    expect(Math.max(...ofDay.map(({ by }) => by))).toBeGreaterThanOrEqual(2);
    // The document in force stays.
    expect(policy.report().hasBudgets).toBe(true);
  });

  it('counts noise as a dry run if its document says so', () => {
    const { policy, close } = followPolicy({
      from: join(folder, 'none.json'),
      document: { version: 1, noise: { dryRun: true } },
    });

    expect(policy.report().dryRuns).toContain('bot');
    void close();
  });
});

describe('checkPolicySource', () => {
  it('accepts what a watch accepts, and reads nothing', () => {
    expect(() => checkPolicySource(join(folder, 'none.json'))).not.toThrow();
    expect(() =>
      checkPolicySource('https://config.test/policy.json', Buffer.alloc(32).toString('base64')),
    ).not.toThrow();
  });

  it.each([
    ['http://config.test/policy.json', undefined, 'an http: address of another machine'],
    ['ftp://config.test/policy.json', undefined, 'an address with ftp:'],
    ['/etc/adit/policy.json', 'hunter2', 'key is not an Ed25519 public key'],
  ])('refuses %s with the key %s', (from, key, message) => {
    expect(() => checkPolicySource(from, key)).toThrow(message);
  });
});
