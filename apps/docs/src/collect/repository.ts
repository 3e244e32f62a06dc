import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from './places.ts';

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const below = (root: string, folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name.replaceAll('\\', '/')),
      )
    : [];

/** The path and the text of each Markdown document of the repository, except in installed or built folders. */
export function readDocuments(root: string): Map<string, string> {
  const projects = ['apps', 'libs'].flatMap((folder) =>
    namesIn(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const paths = [
    ...namesIn(root),
    ...projects.flatMap((project) => [
      ...namesIn(join(root, project)).map((name) => `${project}/${name}`),
      ...below(root, `${project}/docs`),
    ]),
    ...below(root, 'docs'),
    ...below(root, PAGES),
    'examples/README.md',
  ].filter((path) => path.endsWith('.md'));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
