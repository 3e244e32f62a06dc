import { type Application, findScripts, mayHoldSources, type ReadableFiles, type Step } from '@adit/codebase';

/** The scripts of an application with their texts, also those in components of Svelte and Astro. */
export const readScripts = (
  files: ReadableFiles,
  { folder }: Pick<Application, 'folder'>,
): readonly (readonly [path: string, text: string])[] =>
  findScripts(files, folder, {
    name: /./,
    enters: mayHoldSources,
    ending: /\.(?:[cm]?[jt]sx?|svelte|astro)$/,
  }).map((path) => [path, files.read(path) ?? '']);

/** A step for each file that still uses Adit, because a user wrote or changed it. */
export function findLeftovers(
  files: ReadableFiles,
  application: Pick<Application, 'folder'>,
): readonly Step[] {
  return readScripts(files, application)
    .filter(([, text]) => namesAdit(text))
    .map(([path, text]) => ({
      application: application.folder,
      path,
      reason: 'Still uses Adit.',
      byHand: {
        why: 'it is not as a set-up writes it, so it stays as it is; remove these lines, or the file',
        snippet: text
          .split(/\r?\n/)
          .filter(namesAdit)
          .map((line) => line.trim())
          .join('\n'),
      },
    }));
}

/** Whether the code contains the name of an Adit package. */
export const namesAdit = (text: string): boolean => /['"]@adit\/[a-z]/.test(text);
