import { spawnSync } from 'node:child_process';

/** Whether files of a folder differ from Git's last commit. `false` without Git, and outside a Git repository. */
export function hasUncommittedChanges(folder: string): boolean {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 && stdout !== '';
}
