import type { Host } from '../host.ts';
import { printProblems, readPolicyFile } from '../policy-file.ts';

/** Options of {@link runCheckPolicy}. */
export interface CheckPolicyOptions {
  readonly json: boolean;
}

/**
 * Prints the problems of a policy document, each with its line. Returns 0 if there are none, otherwise 1.
 * @throws UsageError if the file cannot be read
 */
export function runCheckPolicy(file: string, { json }: CheckPolicyOptions, host: Host): number {
  const { problems } = readPolicyFile(file, host);
  if (problems.length === 0 && !json) host.print(`${file} is a policy document without problems.\n`);
  else printProblems(file, problems, json, host);
  return problems.length === 0 ? 0 : 1;
}
