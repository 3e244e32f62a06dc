import { joinPath } from '../join-path.ts';
import { importsOf } from '../source/imports.ts';
import type { Reader } from '../source/reader.ts';
import { isNamed } from './conventions.ts';
import type { Application } from './repository.ts';
import { createResolver } from './resolve-module.ts';

/** An application, and its files. */
export interface ReadApplication {
  readonly application: Application;
  readonly reader: Reader;
}

/** The maximum number of modules followed from the proxy and `next.config`. */
const MAX_MODULES = 100;

/**
 * The files that may contain a content security policy: `next.config` and the proxy, with the modules of the application that they import;
 * root layouts, `_document`, files named after a policy, and headers of Vercel.
 */
export function cspFiles(subject: ReadApplication): readonly string[] {
  const { application, reader } = subject;
  const { files, appFolder, pagesFolder, sourceFolder, folder } = application;
  const layouts =
    appFolder === undefined
      ? []
      : reader.walk(appFolder, 2).filter((path) => isNamed(path, 'layout', application));
  const documents =
    pagesFolder === undefined
      ? []
      : reader.walk(pagesFolder, 0).filter((path) => isNamed(path, '_document', application));
  const named = [sourceFolder, joinPath(folder, 'lib'), joinPath(sourceFolder, 'lib')].flatMap((place) =>
    reader
      .list(place)
      .filter((name) => /^(?:csp|content-security-policy|security-headers)\.[cm]?[jt]s$/.test(name))
      .map((name) => joinPath(place, name)),
  );
  const started = [files.nextConfig, files.proxy].filter((path) => path !== undefined);
  const found = [
    ...withImports(subject, started),
    ...layouts,
    ...documents,
    ...named,
    joinPath(folder, 'vercel.json'),
  ];
  return [...new Set(found)];
}

/** Files, and the modules of the repository that they import, without those of packages. */
function withImports(subject: ReadApplication, paths: readonly string[]): readonly string[] {
  const resolve = createResolver(subject);
  const open = [...paths];
  for (const path of open) {
    const source = subject.reader.code(path);
    for (const { module } of source ? importsOf(source) : []) {
      const next = resolve(module, path);
      if (next !== undefined && !open.includes(next) && open.length < MAX_MODULES) open.push(next);
    }
  }
  return open;
}
