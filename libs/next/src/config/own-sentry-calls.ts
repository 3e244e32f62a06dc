import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { entriesOf } from './entries-of.ts';

/** Packages whose functions need a started SDK in the browser. */
const SENTRY = /\b(?:from|(?:require|import)\s*\()\s*['"]@sentry\/(?:nextjs|react|browser)['"]/;
/** `import type` imports nothing. */
const TYPE_IMPORT = /\bimport\s+type\b[^;'"]*['"][^'"]*['"]/g;

const CODE = /\.[cm]?[jt]sx?$/;
/** Files that no browser loads: settings, start files, route handlers, tests, and what says that it is of the server. */
const NOT_BROWSER =
  /(?:^|\/)(?:api\/|instrumentation|sentry\.|middleware\.|proxy\.|route\.|[\w.-]+\.config\.)|[.-](?:server|test|spec|stories)\.|\.d\.[cm]?ts$/;
const SERVER_CODE = /^\s*['"]use server['"]|['"]server-only['"]/m;
const SKIPPED = /^(?:\.|node_modules$|public$|dist$|build$|out$|coverage$|e2e$|tests?$|__tests__$)/;

/** The most files that are read. */
const MOST_FILES = 20_000;

/**
 * Returns why the SDK is needed in every visit: the first file, from the application's folder, whose code browsers may
 * load and that imports a Sentry package, or an application that is too large to know. `undefined` if it is not needed.
 */
export function findOwnSentryCalls(root: string, mostFiles = MOST_FILES): string | undefined {
  let left = mostFiles;
  const search = (folder: string): string | undefined => {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        const found = SKIPPED.test(entry.name) ? undefined : search(path);
        if (found) return found;
      } else if (entry.isFile() && CODE.test(entry.name)) {
        left -= 1;
        if (left < 0) return `the application has more than ${mostFiles} files`;
        const name = relative(root, path).replaceAll('\\', '/');
        if (!NOT_BROWSER.test(name) && usesSentry(path)) return `${name} imports a Sentry package`;
      }
    }
    return undefined;
  };
  return search(root);
}

function usesSentry(path: string): boolean {
  try {
    const code = readFileSync(path, 'utf8').replace(TYPE_IMPORT, '');
    return SENTRY.test(code) && !SERVER_CODE.test(code);
  } catch {
    return false;
  }
}
