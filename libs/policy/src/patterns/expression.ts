import { RE2JS, RE2Set } from 're2js';
import { estimateProgramSize } from './program-size.ts';

/** Most steps of one regular expression's program. The time of a match is at most proportional to steps × characters. */
export const MAX_PROGRAM_SIZE = 1_000;

/** An estimate above it is not compiled, which would take longer than a moment. Estimates are at most a few times too high. */
const MAX_ESTIMATE = 10 * MAX_PROGRAM_SIZE;

/** Memory for the states of one regular expression, in bytes. Beyond it a match takes longer, never more memory. */
const MAX_STATES_BYTES = 131_072;

/** Longest text that a form reads, in characters; the rest of a longer text is replaced as a whole. */
export const MAX_FORM_TEXT = 100_000;

/** Most parts of one text that a form replaces; if there are more, the rest of the text is replaced as a whole. */
export const MAX_FORM_MATCHES = 100;

/** A regular expression as it is written in a pattern. */
export interface ExpressionSource {
  readonly source: string;
  /** Whether letter case does not matter. */
  readonly ignoreCase: boolean;
}

/** A compiled regular expression. Its methods take time proportional to the text and do not throw. */
export interface Expression {
  /** Steps of its program. */
  readonly size: number;
  /** Whether a part of the text matches. */
  readonly test: (text: string) => boolean;
  /** Returns the text with every part that matches replaced. */
  readonly replaceAll: (text: string, marker: string) => string;
}

/** Thrown for a regular expression that RE2 refuses or that is too large. The message says why, in RE2's words. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** Reads a pattern such as `/^load \d+/i`; `undefined` for one that is no regular expression. */
export function readExpression(pattern: string): ExpressionSource | undefined {
  const [, source, flag] = /^\/(.+)\/(i?)$/s.exec(pattern) ?? [];
  return source === undefined ? undefined : { source, ignoreCase: flag === 'i' };
}

/** Returns the flags of a pattern that looks like a regular expression with flags that are not known; else `undefined`. */
export function unknownFlags(pattern: string): string | undefined {
  const flags = /^\/.+\/([dgimsuvy]{1,8})$/s.exec(pattern)?.[1];
  return flags === 'i' ? undefined : flags;
}

/**
 * Compiles a regular expression in RE2's syntax (https://github.com/google/re2/wiki/Syntax).
 * @throws {ExpressionError}
 */
export function compileExpression({ source, ignoreCase }: ExpressionSource): Expression {
  if (estimateProgramSize(source) > MAX_ESTIMATE) throw tooLarge();
  const flags = ignoreCase ? RE2JS.CASE_INSENSITIVE : 0;
  try {
    const compiled = RE2JS.compile(source, flags);
    const size = compiled.programSize();
    if (size > MAX_PROGRAM_SIZE) throw tooLarge();
    // A set of one: its memory has a bound, that of a single expression has none below 8 MB.
    const set = new RE2Set(RE2Set.UNANCHORED, flags, MAX_STATES_BYTES);
    set.add(source);
    set.compile();
    const beginning = ignoreCase ? '' : beginningOf(source);
    const finds = (text: string): boolean => text.includes(beginning) && set.match(text).length > 0;
    return {
      size,
      test: (text) => holds(() => finds(text)),
      replaceAll: (text, marker) => replaceAll(compiled, finds, text, marker),
    };
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    throw new ExpressionError(reasonOf(error));
  }
}

/**
 * Returns the literal text with which every match begins; empty if there is none or if it is not certain. Texts without it, which are
 * most, cost one call of the runtime.
 */
function beginningOf(source: string): string {
  if (source.includes('|')) return '';
  const [whole = '', literal = ''] = /^(?:\^|\\b)*([\w :;,#@/=!"'<>&%~-]*)/.exec(source) ?? [];
  const isOptional = /^[*?{]/.test(source.slice(whole.length));
  return isOptional ? literal.slice(0, -1) : literal;
}

const tooLarge = (): ExpressionError =>
  new ExpressionError(`it is too large, with more than ${MAX_PROGRAM_SIZE} steps`);

/** RE2's message, which names the faulty part. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^error parsing regexp: /, '').replace(/\s+/g, ' ');
}

function holds(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}

/** If the engine fails, the whole text is replaced. */
function replaceAll(compiled: RE2JS, finds: (text: string) => boolean, text: string, marker: string): string {
  const read = text.slice(0, MAX_FORM_TEXT);
  const rest = text.length > MAX_FORM_TEXT ? marker : '';
  try {
    return (finds(read) ? replaceParts(compiled, read, marker) : read) + rest;
  } catch {
    return marker;
  }
}

function replaceParts(compiled: RE2JS, text: string, marker: string): string {
  const matcher = compiled.matcher(text);
  let result = '';
  let from = 0;
  for (let count = 0; matcher.find();) {
    if (matcher.end() === matcher.start()) continue;
    count += 1;
    result += text.slice(from, matcher.start()) + marker;
    // Each search may read the whole rest of the text, so their number has a bound.
    if (count > MAX_FORM_MATCHES) return result;
    from = matcher.end();
  }
  return result + text.slice(from);
}
