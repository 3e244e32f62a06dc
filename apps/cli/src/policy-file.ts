import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PolicyError, readDocument, type PolicyDocument } from '@adit/policy/tunnel';
import type { Host } from './host.ts';
import { UsageError } from './options.ts';

/** A fault of a document. */
export interface PlacedProblem {
  readonly path: string;
  readonly message: string;
  readonly line: number;
}

/** A document, or its faults. */
export interface ReadPolicy {
  readonly text: string;
  readonly document: PolicyDocument | undefined;
  readonly problems: readonly PlacedProblem[];
}

/** Files that are larger are not read: a policy document has at most 1 MiB. */
const MAX_FILE_BYTES = 4 * 1_048_576;

/**
 * Reads a document from a file.
 * @throws UsageError if the file cannot be read
 */
export function readPolicyFile(file: string, { folder }: Pick<Host, 'folder'>): ReadPolicy {
  const bytes = readBytes(resolve(folder, file), file, MAX_FILE_BYTES, 'a policy document has at most 1 MiB');
  if (!isUtf8(bytes)) throw new UsageError(`${file} is not UTF-8`);
  const text = bytes.toString();
  try {
    return { text, document: readDocument(text), problems: [] };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const problems = error.problems.map(({ path, message, line = 1 }) => ({ path, message, line }));
    return { text, document: undefined, problems };
  }
}

/** The most problems of a `PolicyError`. */
const MOST_PROBLEMS = 20;

/** Prints the faults of a document, each with its line. */
export function printProblems(
  file: string,
  problems: readonly PlacedProblem[],
  json: boolean,
  host: Pick<Host, 'print'>,
): void {
  if (json) host.print(`${JSON.stringify({ version: 1, problems }, undefined, 2)}\n`);
  for (const { path, message, line } of json ? [] : problems)
    host.print(`${file}:${line}  ${path === '' ? 'The document' : path} ${message}\n`);
  if (!json && problems.length >= MOST_PROBLEMS)
    host.print(`There may be more: the check ends at ${MOST_PROBLEMS} problems.\n`);
}

/**
 * Reads a file.
 * @param limit the reason for the most bytes, in words
 * @throws UsageError if it cannot be read or is larger
 */
export function readBytes(path: string, file: string, maxBytes: number, limit: string): Buffer {
  try {
    if (statSync(path).size <= maxBytes) return readFileSync(path);
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    );
  }
  throw new UsageError(`${file} is larger than ${maxBytes} bytes; ${limit}`);
}
