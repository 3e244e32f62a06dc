import { describe, expect, it } from '@jest/globals';
import type { PolicyDocument } from '@adit/policy/tunnel';
import { titleOf } from './title.ts';
import { tryDocument } from './try-document.ts';
import type { TriedItem } from './tried-item.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

const item = (payload: TriedItem['payload'], more: Partial<TriedItem> = {}): TriedItem => ({
  type: 'event',
  payload,
  outcome: 'kept',
  standsFor: 1,
  ...more,
});
const dropped = (payload: TriedItem['payload'], rule: string | undefined, more: Partial<TriedItem> = {}) =>
  item(payload, { outcome: 'dropped', rule, ...more });

const trialOf = (document: Omit<PolicyDocument, 'version'>, items: readonly TriedItem[]) =>
  tryDocument({ version: 1, ...document }, { items });
const effects = (document: Omit<PolicyDocument, 'version'>, items: readonly TriedItem[]) =>
  trialOf(document, items).rules.map(({ id, matched, dropped: { items: number } }) => [
    id,
    matched.items,
    number,
  ]);
const differences = (document: Omit<PolicyDocument, 'version'>, items: readonly TriedItem[]) => {
  const { compared } = trialOf(document, items);
  return compared && [compared.newDrops.items, compared.noLongerDropped.items];
};

const widget = { id: 'widget', action: 'drop', when: { message: 'widget *' } } as const;
const keepWidget = { id: 'keep-widget', action: 'keep', when: { message: 'widget *' } } as const;

describe('the effect of each rule', () => {
  it('is counted in the sample and in the hour, with examples of different kinds', () => {
    const items = [
      item({ message: 'widget 1', release: 'shop@1' }, { project: '42', standsFor: 10, at: 2_000 }),
      item({ message: 'widget 2' }, { standsFor: 10, at: 1_000 }),
      item({ message: 'widget a' }),
      item({ message: 'widget b' }),
      item({ message: 'widget c' }),
      item({ message: 'other' }),
    ];
    expect(trialOf({ rules: [widget] }, items)).toEqual({
      sample: { items: 6, standsFor: 24 },
      times: [1_000, 2_000],
      rules: [
        {
          id: 'widget',
          action: 'drop',
          isBuiltIn: false,
          isDryRun: false,
          matched: {
            items: 5,
            standsFor: 23,
            kinds: 4,
            examples: [
              { title: 'widget 1', project: '42', release: 'shop@1' },
              { title: 'widget a', project: undefined, release: undefined },
              { title: 'widget b', project: undefined, release: undefined },
            ],
          },
          dropped: { items: 5, standsFor: 23 },
        },
      ],
      byBudgets: { items: 0, standsFor: 0 },
      compared: {
        newDrops: expect.objectContaining({ items: 5, kinds: 4 }),
        noLongerDropped: { items: 0, standsFor: 0, kinds: 0, examples: [] },
      },
    });
  });

  it('is that of each action, also in a dry run', () => {
    const items = Array.from({ length: 200 }, (_, index) =>
      item({ message: 'widget x', event_id: `id ${index}` }),
    );
    const rules = [
      { ...widget, id: 'dry', dryRun: true },
      { id: 'some', action: 'sample', rate: 0.5, when: {} },
      { id: 'one-issue', action: 'group', fingerprint: ['a'], when: {} },
      { id: 'secret', action: 'scrub', form: 'widget', when: {} },
      widget,
    ] as const;
    const [dry, some, group, scrub, last] = effects({ rules }, items);
    expect([dry, last]).toEqual([
      ['dry', 200, 0],
      ['widget', 0, 0],
    ]);
    const [, matched, number = 0] = some!;
    expect(matched).toBe(200);
    expect(Number(number)).toBeGreaterThan(60);
    expect(Number(number)).toBeLessThan(140);
    expect([group, scrub]).toEqual([
      ['one-issue', 200 - Number(number), 0],
      ['secret', 200 - Number(number), 0],
    ]);
  });

  it('is that of built-in rules that match', () => {
    const items = [
      item({ message: 'ResizeObserver loop limit exceeded' }),
      item({ message: 'crawled' }, { userAgent: `${CHROME} Googlebot/2.1` }),
      item({ exception: { values: [{ type: 'ChunkLoadError', value: 'Loading chunk 1 failed.' }] } }),
      item({ name: 'GET /_not-found', is_segment: true }, { type: 'span', sdk: 's', project: '1' }),
      item({ description: 'old span' }, { type: 'span' }),
      item({ body: 'a' }, { type: 'log' }),
    ];
    expect(effects({}, items)).toEqual([
      ['resize-observer-loop', 1, 1],
      ['not-found-page-transaction', 1, 1],
      ['bot', 1, 1],
      ['chunk-load-error', 1, 0],
    ]);
    expect(trialOf({ noise: { dryRun: true } }, items).rules[0]).toMatchObject({
      isBuiltIn: true,
      isDryRun: true,
      dropped: { items: 0 },
    });
  });
});

describe('the comparison', () => {
  it('has new drops, and those that end', () => {
    const items = [
      item({ message: 'widget 1' }),
      dropped({ message: 'widget 2' }, 'widget'),
      dropped({ message: 'other' }, 'gone'),
      dropped({ message: 'unknown' }, undefined),
    ];
    expect(differences({ rules: [widget] }, items)).toEqual([1, 2]);
  });

  it('is none for items that were not judged', () => {
    expect(
      differences({ rules: [widget] }, [item({ message: 'widget 1' }, { outcome: undefined })]),
    ).toBeUndefined();
    expect(trialOf({}, [])).toMatchObject({ sample: { items: 0, standsFor: 0 }, times: undefined });
  });

  it('trusts what budgets and built-in rules did, unless they are off or a rule keeps the item', () => {
    const items = [
      dropped({ message: 'widget 1' }, 'budget:day'),
      dropped({ name: 'child of a segment' }, 'own-tunnel-span', { type: 'span' }),
    ];
    expect(differences({}, items)).toEqual([0, 0]);
    expect(trialOf({ budgets: { perDay: 1 } }, items).byBudgets).toEqual({ items: 1, standsFor: 1 });
    expect(effects({}, items)).toEqual([['own-tunnel-span', 1, 1]]);
    expect(differences({ noise: { disabled: ['own-tunnel-span'] } }, items)).toEqual([0, 1]);
    expect(differences({ noise: { dryRun: true } }, items)).toEqual([0, 1]);
    expect(differences({ rules: [keepWidget] }, items)).toEqual([0, 1]);
    expect(differences({ rules: [{ ...keepWidget, dryRun: true }] }, items)).toEqual([0, 0]);
  });
});

describe('the title of an item', () => {
  it.each([
    ['event', { exception: { values: [{ type: 'T', value: 'v' }] } }, 'T: v'],
    ['event', { exception: [{ type: 'T' }] }, 'T'],
    ['event', { logentry: { formatted: 'f' } }, 'f'],
    ['event', { logentry: { message: 'l' } }, 'l'],
    ['event', { message: 'm', exception: 1 }, 'm'],
    ['event', { message: {} }, '(no message)'],
    ['transaction', { transaction: 'GET /' }, 'GET /'],
    ['span', { name: 'n' }, 'n'],
    ['span', { description: 'd' }, 'd'],
    ['span', {}, '(no name)'],
    ['log', { body: 'b' }, 'b'],
    ['log', {}, '(no message)'],
    ['feedback', { contexts: { feedback: { message: 'm' } } }, 'm'],
    ['feedback', { comments: 'c' }, 'c'],
    ['feedback', {}, '(no message)'],
    ['replay_event', { urls: ['u'] }, 'u'],
    ['replay_event', {}, '(no address)'],
  ])('of the type %s, %j, is %s', (type, payload, title) => {
    expect(titleOf(item(payload, { type }))).toBe(title);
  });
});
