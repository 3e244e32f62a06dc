import { addCommand, inFolderOf, type Plan, rangeOf, readManifest, type Repository } from '@adit/codebase';
import { isWritten, KIT_SENTRY_PACKAGES, OLDER_SENTRY, SENTRY_PACKAGES } from './versions.ts';

/**
 * The commands that install an older version of Sentry's SDK, one for each `package.json` in which a plan writes its
 * version: for an install that fails because the newest version, or its dependencies, cannot be installed.
 * `planRemoval` removes that version too.
 */
export const olderSentryCommands = (
  { changes }: Plan,
  repository: Pick<Repository, 'packageManager'>,
): readonly string[] =>
  changes.flatMap(({ path, before, after }) => {
    if (!/(?:^|\/)package\.json$/.test(path)) return [];
    const written = [...new Set([...SENTRY_PACKAGES, ...KIT_SENTRY_PACKAGES])].filter((name) => {
      const range = rangeIn(after, name);
      return range !== undefined && range !== rangeIn(before, name) && isWritten(name, range);
    });
    if (written.length === 0) return [];
    return [inFolderOf(path, addCommand(repository, ...written.map((name) => `${name}@${OLDER_SENTRY}`)))];
  });

const rangeIn = (manifest: string | undefined, name: string): string | undefined =>
  rangeOf(readManifest({ read: () => manifest }, 'package.json'), name);
