import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PolicyError, readDocument } from '@adit/policy/tunnel';
import type { Host } from '../host.ts';
import { UsageError } from '../options.ts';
import { findJsonPlaces, type JsonPlaces } from '../show/json-places.ts';

/** Options of {@link runCheckPolicy}. */
export interface CheckPolicyOptions {
  readonly json: boolean;
}

interface PlacedProblem {
  readonly path: string;
  readonly message: string;
  readonly line: number;
}

/** Files that are larger are not read: a policy document has at most 1 MiB. */
const MAX_FILE_BYTES = 4 * 1_048_576;

/**
 * Prints the problems of a policy document, each with its line. Returns 0 if there are none, otherwise 1.
 * @throws UsageError if the file cannot be read
 */
export function runCheckPolicy(file: string, { json }: CheckPolicyOptions, host: Host): number {
  const problems = problemsOf(readText(resolve(host.folder, file), file));
  if (json) host.print(`${JSON.stringify({ version: 1, problems }, undefined, 2)}\n`);
  else if (problems.length === 0) host.print(`${file} is a policy document without problems.\n`);
  for (const { path, message, line } of json ? [] : problems)
    host.print(`${file}:${line}  ${path === '' ? 'The document' : path} ${message}\n`);
  return problems.length === 0 ? 0 : 1;
}

function problemsOf(text: string): readonly PlacedProblem[] {
  try {
    readDocument(text);
    return [];
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const places = findJsonPlaces(text);
    return error.problems.map(({ path, message }) => ({ path, message, line: lineFor(path, places) }));
  }
}

/** A text that is not JSON has one problem, which is where it stops being JSON. */
const lineFor = (path: string, { lineOf, faultLine }: JsonPlaces): number =>
  path === '' && faultLine !== undefined ? faultLine : lineOf(path);

function readText(path: string, file: string): string {
  try {
    if (statSync(path).size <= MAX_FILE_BYTES) return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    );
  }
  throw new UsageError(`${file} is larger than ${MAX_FILE_BYTES} bytes; a policy document has at most 1 MiB`);
}
