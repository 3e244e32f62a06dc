import type { SpoolEntry } from '../stores/stores.ts';
import { addDropRule, isToDrop, type DropRule } from './drop-rules.ts';

describe('addDropRule', () => {
  const rule = (untilMs: number) => ({ dsns: undefined, itemTypes: undefined, untilMs });

  it('keeps 16 rules, and none that can concern nothing any more', () => {
    let rules: readonly DropRule[] = [];
    for (let at = 0; at < 20; at += 1) rules = addDropRule(rules, rule(at), 1_000);
    expect(rules.map(({ untilMs }) => untilMs)).toEqual(Array.from({ length: 16 }, (_, index) => index + 4));
    expect(addDropRule(rules, rule(1_010), 1_000)).toHaveLength(11);
  });
});

describe('isToDrop', () => {
  const entry = { dsn: 'a', receivedAt: 5 } as SpoolEntry;
  const rule = (change: Partial<DropRule>): DropRule => ({
    dsns: undefined,
    itemTypes: undefined,
    untilMs: 10,
    ...change,
  });
  const types = (...names: string[]) => jest.fn(() => Promise.resolve(names));

  it.each([
    ['everything', rule({}), true],
    ['its DSN', rule({ dsns: new Set(['a']) }), true],
    ['another DSN', rule({ dsns: new Set(['b']) }), false],
    ['what came before it', rule({ untilMs: 4 }), false],
  ])('a rule on %s decides without reading the envelope', async (_, one, isDropped) => {
    const read = types('event');
    expect(await isToDrop([one], entry, read)).toBe(isDropped);
    expect(read).not.toHaveBeenCalled();
  });

  it.each([
    [['transaction'], true],
    [['transaction', 'event'], false],
    [[], false],
  ])('a rule on item types concerns an envelope of %j alone: %s', async (names, isDropped) => {
    const rules = [rule({ itemTypes: new Set(['transaction']) })];
    expect(await isToDrop(rules, entry, types(...names))).toBe(isDropped);
  });
});
