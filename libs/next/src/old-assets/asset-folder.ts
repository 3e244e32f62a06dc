import { join } from 'node:path';

/** Where old assets are. */
export interface AssetFolder {
  readonly folder: string;
  /** Whether `ADIT_OLD_ASSETS` names it: servers add their own build to it. */
  readonly isShared: boolean;
}

/**
 * The folder of old assets: that of `ADIT_OLD_ASSETS`, else one in the cache of the build, which Next and CI services
 * keep. `undefined` if the variable is `off`.
 */
export function assetFolderOf(buildFolder: string, variable: string | undefined): AssetFolder | undefined {
  const given = variable?.trim() ?? '';
  if (given === 'off') return undefined;
  return given === ''
    ? { folder: join(buildFolder, 'cache', 'adit', 'old-assets'), isShared: false }
    : { folder: given, isShared: true };
}
