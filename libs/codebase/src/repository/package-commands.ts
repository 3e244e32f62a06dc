import type { PackageManager, Repository } from './repository.ts';
import { folderOf } from './scripts.ts';

const COMMANDS: Readonly<Record<PackageManager, { readonly add: string; readonly remove: string }>> = {
  npm: { add: 'npm install', remove: 'npm uninstall' },
  pnpm: { add: 'pnpm add', remove: 'pnpm remove' },
  yarn: { add: 'yarn add', remove: 'yarn remove' },
  bun: { add: 'bun add', remove: 'bun remove' },
};

/** The part of a repository that commands depend on. */
type Manager = Pick<Repository, 'packageManager'>;

/** The command that adds packages: `npm install "next@>=14.2 <17"`. */
export const addCommand = ({ packageManager }: Manager, ...names: readonly string[]): string =>
  [COMMANDS[packageManager].add, ...names.map((name) => (/[<> |]/.test(name) ? `"${name}"` : name))].join(
    ' ',
  );

/** The command that removes packages: `npm uninstall @sentry/nextjs`. */
export const removeCommand = ({ packageManager }: Manager, names: readonly string[]): string =>
  [COMMANDS[packageManager].remove, ...names].join(' ');

/** A command to type in the root, for the `package.json` of a workspace. */
export function inFolderOf(manifest: string, command: string): string {
  const folder = folderOf(manifest);
  return folder === '' ? command : `cd ${folder} && ${command}`;
}
