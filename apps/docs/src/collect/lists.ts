import { posix } from 'node:path';
import { titleOf } from '../markdown/titles.ts';

/** A list of links to the documents directly below a folder, by name, as Markdown relative to the repository's root. */
export function listOf(folder: string, documents: ReadonlyMap<string, string>): string {
  const paths = [...documents.keys()].filter((path) => posix.dirname(path) === folder).sort();
  return paths
    .map((path) => {
      const number = /^\d{4}/.exec(posix.basename(path))?.[0];
      const title = titleOf(documents.get(path) ?? '') ?? posix.basename(path, '.md');
      return `- [${number ? `${Number(number)}: ` : ''}${title.replace(/^\d+[.:] /, '')}](${path})`;
    })
    .join('\n');
}
