import type { PolicyCondition, PolicyRule, SubjectKind } from '../document/policy-document.ts';
import { compileRules } from './compile-rules.ts';
import { subjectOf, type Subject } from './subject.ts';

const error = (message: string, more: object = {}): Subject => subjectOf('error', { message, ...more });

const drop = (id: string, when: PolicyCondition, more: object = {}): PolicyRule => ({
  id,
  action: 'drop',
  when,
  ...more,
});
const keep = (id: string, when: PolicyCondition): PolicyRule => ({ id, action: 'keep', when });
const sample = (id: string, rate: number, when: PolicyCondition = {}): PolicyRule => ({
  id,
  action: 'sample',
  rate,
  when,
});
const group = (id: string, fingerprint: readonly string[], more: object = {}): PolicyRule => ({
  id,
  action: 'group',
  when: {},
  fingerprint,
  ...more,
});
const scrub = (id: string, path: string, more: object = {}): PolicyRule => ({
  id,
  action: 'scrub',
  when: {},
  path,
  ...more,
});

describe('the first of drop, keep and sample that matches decides', () => {
  const rules = compileRules([
    drop('other', { message: 'something else' }),
    keep('checkout', { url: '*/checkout*' }),
    drop('widget', { message: '*widget*' }, { reason: 'The vendor knows' }),
    sample('none', 0, { message: '*search*' }),
    sample('all', 1, { message: '*cart*' }),
  ]);

  it.each([
    ['a widget', undefined, { ruleId: 'widget', reason: 'The vendor knows', action: 'drop' }],
    ['a widget', '/checkout', { ruleId: 'checkout', action: 'keep' }],
    ['a search', undefined, { ruleId: 'none', action: 'sample-out' }],
    ['a cart', undefined, undefined],
    ['nothing', undefined, undefined],
  ])('%j on %j', (message, url, verdict) => {
    expect(rules.decide(error(message, { request: { url } })).verdict).toEqual(verdict);
  });

  it('and counts', () => {
    expect(rules.counts()).toEqual({ other: 0, checkout: 1, widget: 1, none: 1, all: 1 });
  });
});

describe('conditions', () => {
  const ALL: PolicyCondition = {
    kind: ['error', 'log'],
    message: ['boom', 'bang'],
    exception: 'TypeError',
    url: '*/cart',
    release: 'shop@*',
    environment: 'production',
    sdk: '*.node',
    project: '42',
    tag: { plan: '/^(?:free|trial)$/' },
    header: { 'user-agent': '*bot*' },
  };
  const PAYLOAD = {
    exception: { values: [{ type: 'TypeError', value: 'Bang' }] },
    request: { url: 'https://shop.test/cart', headers: { 'User-Agent': 'a bot' } },
    release: 'shop@1',
    environment: 'production',
    sdk: { name: 'sentry.javascript.node' },
    tags: { plan: 'trial' },
  };
  const isDropped = (when: PolicyCondition, payload: object, project = '42', kind: SubjectKind = 'error') =>
    compileRules([drop('a', when)]).decide(subjectOf(kind, { ...payload }, { project })).verdict !==
    undefined;

  it('must all hold', () => {
    expect(isDropped(ALL, PAYLOAD)).toBe(true);
    for (const name of Object.keys(PAYLOAD))
      expect(isDropped(ALL, { ...PAYLOAD, [name]: undefined })).toBe(false);
    expect(isDropped(ALL, PAYLOAD, '43')).toBe(false);
    expect(isDropped(ALL, PAYLOAD, '42', 'feedback')).toBe(false);
  });

  it('do not hold for a missing text, whatever the pattern is', () => {
    expect(isDropped({ release: '*' }, {})).toBe(false);
    expect(isDropped({ release: '/^/' }, {})).toBe(false);
    expect(isDropped({ release: '*' }, { release: '' })).toBe(true);
  });

  it('hold for their kinds alone', () => {
    const dropped = (['error', 'transaction', 'span', 'log', 'feedback', 'replay'] as const).filter((kind) =>
      isDropped({ kind: ['span', 'replay'] }, {}, '', kind),
    );

    expect(dropped).toEqual(['span', 'replay']);
    expect(isDropped({}, {}, '', 'metric' as SubjectKind)).toBe(false);
  });

  it('do not hold if a fact cannot be read, and the other rules do', () => {
    const broken: Subject = {
      ...error(''),
      get message(): string {
        throw new Error('no message');
      },
      url: 7 as unknown as string,
      release: 'shop@1',
      tag: () => {
        throw new Error('no tags');
      },
    };
    const rules = compileRules([
      drop('exact', { message: 'a' }),
      drop('glob', { message: '*' }),
      drop('url', { url: '*' }),
      drop('tag', { tag: { a: '*' } }),
      keep('release', { release: 'shop@1' }),
    ]);

    expect(rules.decide(broken).verdict).toEqual({ ruleId: 'release', action: 'keep' });
  });
});

it('rules that are found by an exact text keep their place between those that are tested', () => {
  const rules = compileRules([
    drop('tested', { message: '*a' }, { dryRun: true }),
    drop('exact-message', { message: ['A', 'b'] }, { dryRun: true }),
    drop('tested-too', { message: 'a*' }, { dryRun: true }),
    drop('exact-release', { release: 'r' }, { dryRun: true }),
    drop('exact-type', { exception: 'e', release: 'r' }, { dryRun: true }),
    drop('exact-again', { message: 'a' }, { dryRun: true }),
    keep('decides', { message: 'a' }),
    drop('too-late', { message: 'a' }),
    drop('too-late-as-well', {}),
  ]);

  const values = [{ type: 'E', value: 'a' }];
  expect(rules.decide(subjectOf('error', { exception: { values }, release: 'R' })).verdict?.ruleId).toBe(
    'decides',
  );
  expect(rules.counts()).toEqual({
    tested: 1,
    'exact-message': 1,
    'tested-too': 1,
    'exact-release': 1,
    'exact-type': 1,
    'exact-again': 1,
    decides: 1,
    'too-late': 0,
    'too-late-as-well': 0,
  });
});

describe('samples', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => index.toString(16).padStart(32, '0'));
  const keptOf = (rate: number, id = 'a') => {
    const rules = compileRules([sample(id, rate)]);
    return ids.filter((event_id) => rules.decide(error('', { event_id })).verdict === undefined);
  };

  it('keep the share, with its weight', () => {
    expect(keptOf(0.25).length / ids.length).toBeCloseTo(0.25, 2);
    expect(compileRules([sample('a', 0.25)], { random: () => 0 }).decide(error(''))).toEqual({
      weight: 4,
      scrubs: [],
    });
  });

  it('agree on an id with other replicas, with other rules and with larger rates', () => {
    const kept = keptOf(0.1);

    expect(keptOf(0.1, 'another')).toEqual(kept);
    expect(new Set(keptOf(0.5))).toEqual(new Set([...keptOf(0.5), ...kept]));
  });

  it('keep all of 1 and none of 0', () => {
    expect(keptOf(1)).toHaveLength(ids.length);
    expect(keptOf(0)).toEqual([]);
  });

  it.each<[string, (() => number) | undefined, boolean]>([
    ['is small', () => 0.49, true],
    ['is large', () => 0.5, false],
    ['is no number', () => Number.NaN, true],
    [
      'throws',
      () => {
        throw new Error('no chance');
      },
      true,
    ],
  ])('without an id, chance decides: it %s', (_name, random, kept) => {
    const rules = compileRules([sample('a', 0.5)], { random });

    expect(rules.decide(error('')).verdict === undefined).toBe(kept);
    expect(rules.decide(error('', { event_id: '' })).verdict === undefined).toBe(kept);
  });

  it('use Math.random if nothing is handed in, also if the id cannot be read', () => {
    const broken: Subject = {
      ...error('a'),
      get id(): string {
        throw new Error('no id');
      },
    };

    expect(compileRules([sample('a', 1)]).decide(broken)).toEqual({ weight: 1, scrubs: [] });
  });
});

describe('group and scrub', () => {
  it('apply to what is kept: the first group and every scrub', () => {
    const rules = compileRules([
      keep('keep', { message: 'a' }),
      group('first', ['f'], { when: { message: 'a' } }),
      group('second', ['g']),
      scrub('note', 'extra.Note'),
      { id: 'form', action: 'scrub', when: {}, form: '/kd\\d/i' },
      scrub('both', 'user.*', { form: '\\d+' }),
      scrub('elsewhere', 'extra.x', { when: { kind: 'log' } }),
    ]);

    const { verdict, fingerprint, scrubs } = rules.decide(error('a'));
    expect(verdict).toEqual({ ruleId: 'keep', action: 'keep' });
    expect(fingerprint).toEqual(['f']);
    expect(scrubs.map(({ ruleId, path, form }) => [ruleId, path, form?.test('KD7')])).toEqual([
      ['note', ['extra', 'note'], undefined],
      ['form', undefined, true],
      ['both', ['user', '*'], true],
    ]);
    expect(rules.decide(error('b')).fingerprint).toEqual(['g']);
    expect(rules.counts()).toMatchObject({ first: 1, second: 1, note: 2, both: 2, elsewhere: 0 });
  });

  it('do not count for what is dropped', () => {
    const rules = compileRules([scrub('note', 'extra.note'), drop('drop', { message: 'a' })]);

    expect(rules.decide(error('a'))).toEqual({ verdict: { ruleId: 'drop', action: 'drop' }, scrubs: [] });
    expect(rules.counts()).toEqual({ note: 0, drop: 1 });
  });

  it('group errors alone', () => {
    const rules = compileRules([group('a', ['f'], { when: { kind: ['error', 'log'] } })]);

    expect(rules.decide(subjectOf('log', {}))).toEqual({ scrubs: [] });
    expect(rules.decide(error(''))).toEqual({ fingerprint: ['f'], scrubs: [] });
  });

  it('apply to what a sample keeps', () => {
    const rules = compileRules([sample('a', 1), scrub('b', 'extra.x')]);

    expect(rules.decide(error('x'))).toEqual({ weight: 1, scrubs: [{ ruleId: 'b', path: ['extra', 'x'] }] });
  });
});

it('dry runs are counted alone', () => {
  const rules = compileRules([
    drop('drop', { message: 'a' }, { dryRun: true }),
    { ...sample('sample', 0), dryRun: true },
    group('group', ['f'], { dryRun: true }),
    scrub('scrub', 'extra.note', { dryRun: true }),
    group('real', ['g']),
  ]);

  expect(rules.decide(error('a'))).toEqual({ fingerprint: ['g'], scrubs: [] });
  expect(rules.counts()).toEqual({ drop: 1, sample: 1, group: 1, scrub: 1, real: 1 });
});

it('a regular expression that RE2 refuses is an error', () => {
  expect(() => compileRules([drop('a', { message: '/(/' })])).toThrow('missing closing ): `(`');
});
