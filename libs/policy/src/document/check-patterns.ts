import {
  compileExpression,
  readExpression,
  unknownFlags,
  type ExpressionError,
  type ExpressionSource,
} from '../patterns/expression.ts';
import { listOf, show, textUpTo, type Check, type Problems } from './checks.ts';

/** Most patterns of one condition. */
const MAX_PATTERNS = 64;

/** Longest pattern and form, in characters. */
const MAX_PATTERN_LENGTH = 1_000;

/** Most different regular expressions of a document; globs have no such bound. Each may hold 128 KiB of memory. */
const MAX_EXPRESSIONS = 500;

/** Most steps of all regular expressions of a document together: the bound of an event's time. */
const MAX_TOTAL_SIZE = 20_000;

/** Checks of patterns and of forms, which share the bounds of a document. */
export interface PatternChecks {
  /** A pattern or a list of them. */
  readonly patterns: Check;
  /** The form of a scrub rule. */
  readonly form: Check;
}

/** Creates {@link PatternChecks}. */
export function createPatternChecks(problems: Problems): PatternChecks {
  const known = new Set<string>();
  let total = 0;

  /** Nothing is compiled beyond a bound, so that a document cannot cost more than its bounds. */
  const expression = (source: ExpressionSource, path: string, isForm: boolean): void => {
    const key = `${source.ignoreCase ? 'i' : ''}/${source.source}`;
    if (total > MAX_TOTAL_SIZE || known.size > MAX_EXPRESSIONS || (known.has(key) && !isForm)) return;
    known.add(key);
    if (known.size > MAX_EXPRESSIONS)
      return problems.report(
        path,
        `is one of more than ${MAX_EXPRESSIONS} regular expressions; use "*" instead`,
      );
    try {
      const { size, test } = compileExpression(source);
      total += size;
      if (total > MAX_TOTAL_SIZE)
        return problems.report(
          path,
          `makes all regular expressions together larger than ${MAX_TOTAL_SIZE} steps`,
        );
      if (isForm && test(''))
        problems.report(path, 'matches an empty text; accepted: a form with a character');
    } catch (error) {
      problems.report(path, `is no regular expression of RE2: ${(error as ExpressionError).message}`);
    }
  };

  const text = textUpTo(problems, MAX_PATTERN_LENGTH);
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && value.length <= MAX_PATTERN_LENGTH;

  const pattern: Check = (value, path) => {
    if (!isText(value)) return text(value, path);
    const flags = unknownFlags(value);
    if (flags !== undefined)
      return problems.report(
        path,
        `has the flags ${show(flags)}; accepted: "i" alone, or "*" in front of a path`,
      );
    const source = readExpression(value);
    if (source !== undefined) expression(source, path, false);
  };
  const list = listOf(problems, pattern, 1, MAX_PATTERNS);

  return {
    patterns: (value, path) => {
      if (Array.isArray(value)) list(value, path);
      else pattern(value, path);
    },
    form: (value, path) => {
      if (!isText(value)) return text(value, path);
      expression(readExpression(value) ?? { source: value, ignoreCase: false }, path, true);
    },
  };
}
