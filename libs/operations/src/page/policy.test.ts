import { costlyError, documentOf, policyOf } from '../../testing/policies.helper.ts';
import { NOW, stateOf, textOf } from '../../testing/states.helper.ts';
import type { PolicyState } from '../policy/policy-state.ts';
import { policyMarkup } from './policy.ts';
import { judge } from './verdict.ts';

const draw = (values: Partial<PolicyState> = {}): string =>
  textOf(policyMarkup(stateOf({ policy: policyOf(values) })));
const bad = (values: Partial<NonNullable<PolicyState['document']>>) =>
  documentOf({ since: NOW - 5_000, problem: 'rules[0].when.mesage is not known', ...values });

describe('the section of rules and budgets', () => {
  it('is missing without a policy', () => {
    expect(policyMarkup(stateOf()).markup).toBe('');
  });

  it('says that the built-in rules hold, and that nothing has matched', () => {
    expect(draw()).toMatch(
      /^Rules and budgets .*Rules Built-in rules No rule has matched yet\. Secrets Taken out of what is sent None was found yet\. Budgets Off: errors pass, however often they come After an hour with errors, a value is suggested here\. Errors that came most often None yet\.$/,
    );
  });

  it('names the version in force and since when, also if processes differ', () => {
    expect(draw({ document: documentOf() })).toContain(
      'Rules Version 0123456789ab in force since 03:11:05 UTC No rule',
    );
    expect(draw({ document: documentOf({ versions: ['a', 'b'] }) })).toContain(
      'Versions a, b in force since',
    );
    expect(draw({ document: documentOf({ status: 'starting', version: null, versions: [] }) })).toContain(
      'Rules The document is being read No rule',
    );
  });

  it.each([
    [bad({ status: 'refused' }), 'Version 0123456789ab in force since 03:11:05 UTC'],
    [bad({ status: 'stale', problem: 'status 503' }), 'Version 0123456789ab in force since 03:11:05 UTC'],
    [bad({ status: 'missing', problem: null, versions: [] }), 'Built-in rules'],
  ])(
    'says in amber what is in force if the document is not, and leaves the reason to the verdict',
    (document, text) => {
      expect(draw({ document })).toContain(`Rules ${text} No rule`);
      expect(policyMarkup(stateOf({ policy: policyOf({ document }) })).markup).toContain(
        'class="state warn" id="policy-state"',
      );
    },
  );

  it('counts by rule, says why each is there, marks dry runs, and names rules that matched nothing', () => {
    const rules = [
      { id: 'bot', matched: 1_234, reason: 'A <crawler>', isDryRun: false },
      { id: 'chat-widget', matched: 3, isDryRun: true },
    ];
    const idle = ['one', 'two'].map((id) => ({ id, matched: 0, isDryRun: false }));
    expect(draw({ rules, moreRules: 7 })).toContain(
      'Matched items by rule bot A <crawler> 1,234 chat-widget dry run 3 7 more Secrets',
    );
    expect(draw({ rules: [...rules, ...idle], moreRules: 1 })).toContain(
      'chat-widget dry run 3 Matched nothing: one, two and 1 more rule. Secrets',
    );
    expect(draw({ rules: idle })).toContain('No rule has matched yet. Matched nothing: one, two. Secrets');
    expect(policyMarkup(stateOf({ policy: policyOf({ rules }) })).markup).toContain(
      '<data value="1234">1,234</data>',
    );
  });

  it('counts secrets by kind, and says what becomes of them', () => {
    const secrets = [
      { id: 'email', matched: 1_200 },
      { id: 'jwt', matched: 2 },
    ];
    expect(draw({ secrets, moreSecrets: 3 })).toContain(
      'Secrets Taken out of what is sent Found secrets by kind email 1,200 jwt 2 3 more Budgets',
    );
    expect(draw({ secretsEffect: 'counted', secrets })).toContain(
      'Secrets Counted, and sent: a dry run Found secrets by kind email',
    );
    expect(draw({ secretsEffect: 'kept' })).toContain('Secrets Sent: the document switches this off Budgets');
  });

  it('shows the errors that came most often, and escapes what they say', () => {
    const evil = costlyError({ title: '<img src=x onerror=alert(1)>', release: '"><script>', seen: 12_345 });
    const { markup } = policyMarkup(
      stateOf({ policy: policyOf({ hasBudgets: true, top: [evil, costlyError({ release: '' })] }) }),
    );

    expect(markup).not.toMatch(/<img|<script/);
    expect(textOf({ markup })).toContain(
      '<img src=x onerror=alert(1)> 12,345 seen, 4 passed, 6 dropped project 4509, "><script> 03:11:05 to 03:12:04 TypeError: cart is undefined',
    );
    expect(textOf({ markup })).toMatch(/project 4509 03:11:05 to 03:12:04$/);
  });

  it('says of errors what a budget would drop while budgets are off', () => {
    expect(draw({ top: [costlyError()] })).toContain('10 seen, a budget would drop 6 project 4509');
  });

  it('says whether budgets are on, and which line would be a safe one', () => {
    expect(draw({ hasBudgets: true, suggestedPerDay: 900 })).toContain('Budgets On Errors that');
    expect(draw({ suggestedPerDay: 2_900 })).toContain(
      'Suggested for the document: "budgets": { "perDay": 2900 } Errors',
    );
  });
});

describe('the verdict on a document', () => {
  it.each(['refused', 'stale', 'missing'] as const)(
    'is amber if it is %s, and names the runbook',
    (status) => {
      const { level, troubles, headline } = judge(
        stateOf({ policy: policyOf({ document: bad({ status }) }) }),
      );

      expect([level, headline]).toEqual(['warn', 'Nothing is lost']);
      expect(troubles).toEqual([
        {
          text: expect.stringMatching(
            /^Rules: T.* since 03:12:00 UTC\. rules\[0\].* stays in force\.$/,
          ) as string,
          short: 'The rules are not the newest.',
          runbook: 'AditPolicyNotCurrent',
        },
      ]);
    },
  );

  it.each([null, documentOf(), documentOf({ status: 'starting' })])(
    'control: is calm about %j',
    (document) => {
      expect(judge(stateOf({ policy: policyOf({ document }) })).troubles).toEqual([]);
    },
  );
});
