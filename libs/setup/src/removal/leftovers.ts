import { type Application, findScripts, mayHoldSources, type ReadableFiles, type Step } from '@adit/codebase';

/** The scripts of an application with their texts, also those in components of Vue, Svelte and Astro. */
export const readScripts = (
  files: ReadableFiles,
  { folder }: Pick<Application, 'folder'>,
): readonly (readonly [path: string, text: string])[] =>
  findScripts(files, folder, {
    name: /./,
    enters: mayHoldSources,
    ending: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
  }).map((path) => [path, files.read(path) ?? '']);

/** Words about the lines of Adit in a file, and the lines to write in their place. */
export interface Leftover {
  readonly todo: string;
  readonly own?: string | undefined;
}

/** A step for each file that still uses Adit, because a user wrote or changed it. */
export function findLeftovers(
  files: ReadableFiles,
  application: Pick<Application, 'folder'>,
  leftoverIn: (path: string, text: string) => Leftover | undefined = () => undefined,
): readonly Step[] {
  return readScripts(files, application)
    .filter(([, text]) => namesAdit(text))
    .map(([path, text]) => {
      const { todo, own } = leftoverIn(path, text) ?? { todo: 'remove these lines, or the file' };
      const lines = text
        .split(/\r?\n/)
        .filter(namesAdit)
        .map((line) => line.trim());
      return {
        application: application.folder,
        path,
        reason: 'Still uses Adit.',
        byHand: {
          why: `it is not as a set-up writes it, so it stays as it is; ${todo}`,
          snippet: [...lines, ...(own === undefined ? [] : [`\n// in place of that:\n${own}`])].join('\n'),
        },
      };
    });
}

/** Whether the code contains the name of an Adit package. */
export const namesAdit = (text: string): boolean => /['"]@adit\/[a-z]/.test(text);
