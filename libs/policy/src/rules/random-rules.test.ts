/** Random rules decide as a simple loop over them does: the index and the order of tests change nothing. */
import { createRandom } from '../../testing/random.helper.ts';
import type { PolicyCondition, PolicyRule } from '../document/policy-document.ts';
import { compileRules } from './compile-rules.ts';
import { subjectOf } from './subject.ts';

const FIELDS = ['message', 'release', 'environment', 'exception'] as const;
const PATTERNS = [
  'a',
  'b',
  'A',
  'ab',
  '*',
  'a*',
  '*b',
  '/^a/',
  '/B/i',
  ['a', 'b'],
  ['ab', '*a'],
  ['b', '/a/'],
];
const TEXTS = [undefined, '', 'a', 'b', 'ab', 'AB', 'ba'];

const random = createRandom(3);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

function ruleAt(index: number): PolicyRule {
  const when: PolicyCondition = Object.fromEntries(
    FIELDS.filter(() => random() < 0.4).map((field) => [field, pick(PATTERNS)]),
  );
  return {
    id: `r${index}`,
    action: pick(['drop', 'keep'] as const),
    dryRun: random() < 0.3,
    when: random() < 0.3 ? { ...when, kind: pick(['log', 'error'] as const) } : when,
  };
}

function matchesPattern(pattern: string, text: string): boolean {
  const [, source, flags] = /^\/(.*)\/(i?)$/.exec(pattern) ?? [];
  if (source !== undefined) return new RegExp(source, flags).test(text);
  return new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'i').test(text);
}

function matches({ when }: PolicyRule, payload: Readonly<Record<string, string | undefined>>): boolean {
  if (when.kind !== undefined && when.kind !== 'error') return false;
  return FIELDS.every((field) => {
    const patterns = when[field];
    const text = payload[field];
    return (
      patterns === undefined ||
      (text !== undefined && [patterns].flat().some((one) => matchesPattern(one, text)))
    );
  });
}

it('random rules decide and count as a loop does', () => {
  let decided = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const rules = Array.from({ length: 12 }, (_, index) => ruleAt(index));
    const { message, release, environment, exception } = Object.fromEntries(
      FIELDS.map((field) => [field, pick(TEXTS)]),
    );
    // An empty message is read as none, because the SDK may send both.
    const facts = { message: message === '' ? undefined : message, release, environment, exception };
    const first = rules.findIndex((rule) => rule.dryRun !== true && matches(rule, facts));
    const counted = rules
      .slice(0, first < 0 ? undefined : first + 1)
      .filter((rule) => matches(rule, facts))
      .map(({ id }) => id);

    const compiled = compileRules(rules);
    const values = exception === undefined ? [] : [{ type: exception }];
    const payload = { message, release, environment, exception: { values } };
    const { verdict } = compiled.decide(subjectOf('error', payload));

    expect(verdict?.ruleId).toBe(rules[first]?.id);
    const counts = Object.entries(compiled.counts()).filter(([, count]) => count === 1);
    expect(counts.map(([id]) => id)).toEqual(counted);
    if (first >= 0) decided += 1;
  }
  expect(decided).toBeGreaterThan(500);
});
