import { findFile, joinPath, type KitApplication, type ReadableFiles } from '@adit/codebase';
import type { KitFile } from './kits.ts';

/** The file of the application, if it exists. */
export const findKitFile = (
  files: ReadableFiles,
  { folder, config }: KitApplication,
  { path }: KitFile,
): string | undefined =>
  config.startsWith(`${joinPath(folder, path)}.`)
    ? config
    : findFile(files, [folder], path, ['ts', 'tsx', 'js', 'jsx', 'mts', 'mjs']);

/** The path of a new file. */
export const newKitFile = (
  { folder, language }: Pick<KitApplication, 'folder' | 'language'>,
  { path, hasJsx }: KitFile,
): string => `${joinPath(folder, path)}.${language}${hasJsx ? 'x' : ''}`;
