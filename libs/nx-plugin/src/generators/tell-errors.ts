import { onlyApplications, readRepository } from '@adit/codebase';
import { diagnose, type Finding } from '@adit/doctor';
import { logger, type Tree } from '@nx/devkit';
import { createTreeFiles } from '../workspace/tree-files.ts';

/** Prints the errors that the doctor finds in the applications of these folders. Prints nothing if there are none. */
export function tellErrors(tree: Tree, folders: readonly string[]): void {
  const files = createTreeFiles(tree);
  const repository = readRepository(files);
  const context = { env: process.env, node: process.versions.node };
  const { findings } = diagnose(onlyApplications(repository, folders), files, context);
  const errors = findings.filter(({ level }) => level === 'error');
  if (errors.length > 0)
    logger.error(`The doctor finds what is left to you:\n${errors.map(lineOf).join('\n')}`);
}

function lineOf({ check, message, path, line, fix }: Finding): string {
  const place = path !== undefined && line !== undefined ? `${path}:${line}` : path;
  return [`✖ ${check}`, message, place, fix].filter(Boolean).join('  ');
}
