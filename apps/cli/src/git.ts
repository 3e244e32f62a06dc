import { spawnSync } from 'node:child_process';

/** The output of Git in a folder; `undefined` without Git, outside a Git repository, and if the command fails. */
function git(folder: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/**
 * The files of a folder that differ from Git's last commit, including new ones, relative to this folder. Empty outside
 * a Git repository.
 */
export function uncommittedPaths(folder: string): readonly string[] {
  const listed = git(
    folder,
    'status',
    '--porcelain',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--',
    '.',
  );
  // Git prints them relative to the root of its repository, each after two letters and a space.
  const prefix = git(folder, 'rev-parse', '--show-prefix')?.trimEnd() ?? '';
  const entries = (listed ?? '').split('\0').filter(Boolean);
  return entries.map((entry) => entry.slice('XY '.length + prefix.length));
}

/** The text of a file in Git's last commit; `undefined` if it has none. */
export const committedText = (folder: string, path: string): string | undefined =>
  git(folder, 'show', `HEAD:./${path}`);
