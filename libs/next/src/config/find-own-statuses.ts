import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf } from './entries-of.ts';

/** The status that each of Next's files is for. */
const STATUSES: Readonly<Record<string, number>> = {
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'global-not-found': 404,
  error: 500,
  'global-error': 500,
};

const NAME = /^(unauthorized|forbidden|not-found|global-not-found|error|global-error)(?:\.\w+)*\.[jt]sx?$/;
/** Imports of a file that re-exports a page of this package, or draws a screen of the kit. */
const OURS = /['"]@adit\/(?:next|fallback-ui)\b/;
const SKIPPED = /^(?:\.|_|node_modules$)/;

/** The most folders that are read. */
const MOST_FOLDERS = 5_000;

/**
 * The statuses whose pages in the application's App Router are Adit's: at least one file, and none of the application's
 * own.
 */
export function findOwnStatuses(root: string): number[] {
  let left = MOST_FOLDERS;
  const found = new Map<number, boolean>();
  const search = (folder: string): void => {
    left -= 1;
    if (left < 0) return;
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.test(entry.name)) search(path);
        continue;
      }
      const status = STATUSES[NAME.exec(entry.name)?.[1] ?? ''];
      if (status !== undefined) found.set(status, found.get(status) !== false && isOurs(path));
    }
  };
  for (const folder of ['app', 'src/app']) search(join(root, folder));
  return [...found].filter(([, isOwn]) => isOwn).map(([status]) => status);
}

function isOurs(path: string): boolean {
  try {
    return OURS.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}
