import { budgetsCheck, noiseCheck, scrubCheck } from './check-parts.ts';
import { rulesCheck } from './check-rules.ts';
import { createProblems, fieldsOf, isFields, optional, show, textUpTo } from './checks.ts';
import { findJsonPlaces } from './json-places.ts';
import { PolicyError } from './policy-error.ts';
import type { PolicyDocument } from './policy-document.ts';

/** Longest text of a document, in characters. */
export const MAX_DOCUMENT_LENGTH = 1_048_576;

/** Longest address of the schema, in characters. */
const MAX_SCHEMA_LENGTH = 1_000;

/** Versions of the format that are read. A later version adds the function that makes a document of it from this one. */
const KNOWN_VERSIONS: readonly unknown[] = [1];

/**
 * Reads a document and checks every field.
 * @throws {PolicyError} with the first 20 faults, each with its line.
 */
export function readDocument(text: string): PolicyDocument {
  const value = parse(text);
  try {
    return checkDocument(value);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const { lineOf } = findJsonPlaces(text);
    throw new PolicyError(error.problems.map((problem) => ({ ...problem, line: lineOf(problem.path) })));
  }
}

/**
 * Checks every field of a document. The checks go no deeper than the format does, which is five levels.
 * @throws {PolicyError} with the first 20 faults.
 */
export function checkDocument(value: unknown): PolicyDocument {
  const problems = createProblems();
  const check = fieldsOf(problems, {
    $schema: optional(textUpTo(problems, MAX_SCHEMA_LENGTH)),
    version: () => undefined,
    noise: optional(noiseCheck(problems)),
    scrub: optional(scrubCheck(problems)),
    rules: optional(rulesCheck(problems)),
    budgets: optional(budgetsCheck(problems)),
  });
  if (isFields(value)) checkVersion(value['version']);
  check(value, '');
  if (problems.found.length > 0) throw new PolicyError(problems.found);
  return value as PolicyDocument;
}

function parse(text: string): unknown {
  if (text.length > MAX_DOCUMENT_LENGTH)
    throw fault('', `has ${text.length} characters; accepted: at most ${MAX_DOCUMENT_LENGTH}`);
  try {
    // Editors on Windows may write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw notJson(text, error);
  }
}

/** Engines say in different ways where, and some not at all. */
function notJson(text: string, error: unknown): PolicyError {
  const { line, column } = findJsonPlaces(text).fault ?? { line: 1, column: 1 };
  const reason = String(error).replace(/ in JSON at position.*$/s, '');
  const message = `is no JSON: line ${line}, column ${column}: ${reason.replace(/\s+/g, ' ').slice(0, 200)}`;
  return new PolicyError([{ path: '', message, line }]);
}

/** Nothing else can be said about a document of another version. */
function checkVersion(version: unknown): void {
  if (KNOWN_VERSIONS.includes(version)) return;
  const known = KNOWN_VERSIONS.join(' and ');
  throw fault(
    'version',
    `is ${show(version)}; this Adit reads ${known}, a newer one reads newer versions too`,
  );
}

const fault = (path: string, message: string): PolicyError => new PolicyError([{ path, message }]);
