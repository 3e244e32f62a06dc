import type { Change } from '@adit/codebase';
import { formatPatch, structuredPatch } from 'diff';
import picocolors from 'picocolors';

/** Lines around a change. */
const CONTEXT = 3;
const FILE_MODE = '100644';

/** A change as a unified diff that `git apply` accepts. */
export function diffOf({ path, before, after }: Change): string {
  const patch = structuredPatch(
    before === undefined ? '/dev/null' : `a/${path}`,
    after === undefined ? '/dev/null' : `b/${path}`,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: CONTEXT },
  );
  return formatPatch({
    ...patch,
    isGit: true,
    ...(before === undefined && { isCreate: true, newMode: FILE_MODE }),
    ...(after === undefined && { isDelete: true, oldMode: FILE_MODE }),
  });
}

/** A diff with colours for a terminal. */
export function colourDiff(diff: string): string {
  const { bold, cyan, green, red } = picocolors.createColors(true);
  const paint = (line: string): string => {
    if (/^(diff|---|\+\+\+|new|deleted)/.test(line)) return bold(line);
    if (line.startsWith('@@')) return cyan(line);
    if (line.startsWith('+')) return green(line);
    return line.startsWith('-') ? red(line) : line;
  };
  return diff.split('\n').map(paint).join('\n');
}
