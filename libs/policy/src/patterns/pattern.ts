import { compileExpression, readExpression } from './expression.ts';
import { compileGlob, isExact, type Text, type TextTest } from './glob.ts';

/** Longest part of a text that patterns read, in characters. */
export const MAX_TEXT_LENGTH = 1_000;

/** Compiled patterns, one of which must match. */
export interface TextMatcher {
  readonly test: TextTest;
  /** All texts that match, in lower case, if only these can match. */
  readonly exact: readonly string[] | undefined;
  /** Whether a regular expression may run. */
  readonly hasExpression: boolean;
}

/** Returns a text for patterns, cut off at {@link MAX_TEXT_LENGTH}. */
export function textOf(given: string): Text {
  const text = given.slice(0, MAX_TEXT_LENGTH);
  return { text, lower: text.toLowerCase() };
}

/**
 * Compiles patterns. Texts that need no `*` are looked up, however many there are; regular expressions come last.
 * @throws {ExpressionError} for a regular expression that RE2 refuses.
 */
export function compilePatterns(given: string | readonly string[]): TextMatcher {
  const patterns = typeof given === 'string' ? [given] : given;
  const expressions = patterns.map(readExpression).filter((source) => source !== undefined);
  const globs = patterns.filter((pattern) => readExpression(pattern) === undefined);
  const exact = new Set(globs.filter(isExact).map((text) => text.toLowerCase()));
  const tests = globs.filter((glob) => !isExact(glob)).map(compileGlob);
  const searches = expressions.map(compileExpression).map(
    ({ test }): TextTest =>
      ({ text }) =>
        test(text),
  );
  const others = [...tests, ...searches];
  return {
    test: testOf(exact, others),
    exact: others.length === 0 ? [...exact] : undefined,
    hasExpression: expressions.length > 0,
  };
}

function testOf(exact: ReadonlySet<string>, others: readonly TextTest[]): TextTest {
  const [first] = others;
  if (first === undefined) return ({ lower }) => exact.has(lower);
  if (others.length === 1 && exact.size === 0) return first;
  return (text) => exact.has(text.lower) || others.some((test) => test(text));
}
