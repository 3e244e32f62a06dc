import type { Pattern, PolicyCondition, SubjectKind } from '../document/policy-document.ts';
import { compilePatterns } from '../patterns/pattern.ts';
import type { TextTest } from '../patterns/glob.ts';
import type { FactNames, Facts } from './facts.ts';

/** Facts by the time that they and their patterns take, cheapest first. */
const FIELDS = ['project', 'environment', 'release', 'sdk', 'exception', 'message', 'url'] as const;

/** Facts by whose exact texts rules are found without a test, those with the most different texts first. */
const INDEXED: readonly string[] = ['message', 'exception', 'release'];

/** A compiled condition. */
export interface Condition {
  /** Kinds for which it can hold. `undefined` for all. */
  readonly kinds: readonly SubjectKind[] | undefined;
  /** A fact whose text must be one of these, if there is one. */
  readonly index: { readonly fact: number; readonly texts: readonly string[] } | undefined;
  /** Whether all conditions but the kind hold. */
  readonly holds: (facts: Facts) => boolean;
}

interface Test {
  readonly name: string;
  readonly fact: number;
  readonly test: TextTest;
  readonly exact: readonly string[] | undefined;
  readonly hasExpression: boolean;
}

/**
 * Compiles a condition: cheap tests first, regular expressions last.
 * @throws {ExpressionError} for a regular expression that RE2 refuses.
 */
export function compileCondition(condition: PolicyCondition, names: FactNames): Condition {
  const { kind } = condition;
  const found = testsOf(condition, names);
  const tests = [...found.filter((one) => !one.hasExpression), ...found.filter((one) => one.hasExpression)];
  const index = INDEXED.map((name) => tests.find((one) => one.name === name && one.exact !== undefined)).find(
    (one) => one !== undefined,
  );
  return {
    kinds: typeof kind === 'string' ? [kind] : kind,
    index: index && { fact: index.fact, texts: index.exact ?? [] },
    holds: allOf(tests.filter((one) => one !== index)),
  };
}

function testsOf(condition: PolicyCondition, names: FactNames): readonly Test[] {
  const fields = FIELDS.flatMap((name) => {
    const patterns = condition[name];
    const fact = names.numberOf(name, (subject) => subject[name]);
    return patterns === undefined ? [] : [{ name, fact, ...compilePatterns(patterns) }];
  });
  const named = (
    group: 'tag' | 'header',
    patterns: Readonly<Record<string, Pattern>> = {},
  ): readonly Test[] =>
    Object.entries(patterns).map(([name, pattern]) => {
      const fact = names.numberOf(`${group}:${name}`, (subject) => subject[group](name));
      return { name: group, fact, ...compilePatterns(pattern) };
    });
  return [...fields, ...named('tag', condition.tag), ...named('header', condition.header)];
}

/** A fact that is missing matches nothing. */
function allOf(tests: readonly Test[]): (facts: Facts) => boolean {
  return (facts) => {
    for (const { fact, test } of tests) {
      const text = facts(fact);
      if (text === undefined || !test(text)) return false;
    }
    return true;
  };
}
