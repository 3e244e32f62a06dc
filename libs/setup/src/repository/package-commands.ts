import type { PackageManager, Repository } from './repository.ts';
import { folderOf } from './scripts.ts';

const COMMANDS: Readonly<Record<PackageManager, { readonly add: string; readonly remove: string }>> = {
  npm: { add: 'npm install', remove: 'npm uninstall' },
  pnpm: { add: 'pnpm add', remove: 'pnpm remove' },
  yarn: { add: 'yarn add', remove: 'yarn remove' },
  bun: { add: 'bun add', remove: 'bun remove' },
};

/** What is read of a repository. */
type Manager = Pick<Repository, 'packageManager'>;

/** The command that adds packages: `npm install "next@>=15.3 <17"`. */
export const addCommand = ({ packageManager }: Manager, ...names: readonly string[]): string =>
  [COMMANDS[packageManager].add, ...names.map((name) => (/[<> |]/.test(name) ? `"${name}"` : name))].join(
    ' ',
  );

/** The command that takes packages out: `npm uninstall @sentry/nextjs`. */
export const removeCommand = ({ packageManager }: Manager, names: readonly string[]): string =>
  [COMMANDS[packageManager].remove, ...names].join(' ');

/** A command as it is typed in the root, for the `package.json` of a workspace. */
export function inFolderOf(manifest: string, command: string): string {
  const folder = folderOf(manifest);
  return folder === '' ? command : `cd ${folder} && ${command}`;
}
