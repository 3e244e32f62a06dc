import { resolve } from 'node:path';
import { askServer } from '../ask-server.ts';
import type { Host } from '../host.ts';
import { UsageError } from '../options.ts';
import { printProblems, readBytes, readPolicyFile } from '../policy-file.ts';
import { tryText } from '../show/try-text.ts';
import { readAnswer, readItems } from '../try/read-items.ts';
import { tryDocument } from '../try/try-document.ts';
import type { TriedSample } from '../try/tried-item.ts';

/** Options of {@link runTryPolicy}. */
export interface TryPolicyOptions {
  /** The origin of the admin port, or the address of the operations page. */
  readonly url: string;
  readonly token: string | undefined;
  /** A file with items, in place of those of a server. */
  readonly items: string | undefined;
  readonly json: boolean;
}

/** Larger files of items are not read. */
const MAX_ITEMS_BYTES = 64 * 1_048_576;

/**
 * Prints what a policy document would do with the items of the last hour. Returns 0, or 1 if the document has problems, which are
 * printed then.
 * @throws UsageError if the document or the items cannot be read
 */
export async function runTryPolicy(
  file: string,
  options: TryPolicyOptions,
  host: Pick<Host, 'folder' | 'print'>,
  ask: typeof fetch,
): Promise<number> {
  const { document, problems } = readPolicyFile(file, host);
  if (document === undefined) {
    printProblems(file, problems, options.json, host);
    return 1;
  }
  const trial = tryDocument(document, await sampleOf(options, host, ask));
  host.print(
    options.json
      ? `${JSON.stringify({ version: 1, problems, ...trial }, undefined, 2)}\n`
      : `${tryText(file, trial).join('\n')}\n`,
  );
  return 0;
}

async function sampleOf(
  { url, token, items }: TryPolicyOptions,
  { folder }: Pick<Host, 'folder'>,
  ask: typeof fetch,
): Promise<TriedSample> {
  if (items !== undefined) {
    const limit = 'split it, or take a sample';
    return readItems(readBytes(resolve(folder, items), items, MAX_ITEMS_BYTES, limit), items);
  }
  const explain = (status: number): string | undefined =>
    status === 404 ? 'it keeps no items of the last hour, or --url is not its address' : undefined;
  const response = await askServer(ask, { url, path: 'policy/recent', token, explain });
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    throw new UsageError(`${new URL(url).origin} did not answer with JSON; is --url right?`);
  }
  return readAnswer(answer);
}
