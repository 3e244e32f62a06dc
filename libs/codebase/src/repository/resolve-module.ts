import { posix } from 'node:path';
import { joinPath } from '../join-path.ts';
import type { Reader } from '../source/reader.ts';
import type { Application } from './repository.ts';

/** An application, and its files. */
interface Subject {
  readonly application: Pick<Application, 'folder'>;
  readonly reader: Pick<Reader, 'exists' | 'json'>;
}

const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.mts',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.jsx',
];

/** Returns a function that finds the file of a module of the repository; `undefined` for packages. */
export function createResolver(subject: Subject): (module: string, from: string) => string | undefined {
  const { reader } = subject;
  const aliases = readAliases(subject);
  const find = (path: string): string | undefined => {
    // In TypeScript, an import may name the compiled file.
    const bases = [path, path.replace(/\.js$/, '')];
    return bases
      .flatMap((base) => ENDINGS.map((ending) => `${base}${ending}`))
      .find((name) => /\.[cm]?[jt]sx?$/.test(name) && reader.exists(name));
  };

  return (module, from) => {
    if (module.startsWith('.')) return find(posix.join(posix.dirname(from), module));
    for (const { pattern, targets } of aliases) {
      const rest = pattern.exec(module);
      if (rest === null) continue;
      const path = targets.map((target) => find(target.replace('*', rest[1] ?? ''))).find(Boolean);
      if (path !== undefined) return path;
    }
    return undefined;
  };
}

interface Alias {
  /** Its group matches the star. */
  readonly pattern: RegExp;
  readonly targets: readonly string[];
}

/** `paths` of the application's TypeScript configuration, and of the workspace's. */
function readAliases({ application, reader }: Subject): Alias[] {
  const files = ['tsconfig.json', 'jsconfig.json'].map((name) => joinPath(application.folder, name));
  return [...files, 'tsconfig.base.json'].flatMap((file) => {
    const { baseUrl = '.', paths = {} } = readCompilerOptions(reader.json(file));
    const root = posix.join(posix.dirname(file), baseUrl);
    return Object.entries(paths).map(([pattern, targets]) => ({
      pattern: new RegExp(`^${pattern.split('*').map(escape).join('(.*)')}$`),
      targets: targets.map((target) => posix.join(root, target)),
    }));
  });
}

const escape = (text: string): string => text.replace(/[.+?^${}()[\]|\\]/g, '\\$&');

function readCompilerOptions(json: unknown): { baseUrl?: string; paths?: Record<string, string[]> } {
  const { baseUrl, paths } = ((json as { compilerOptions?: unknown } | undefined)?.compilerOptions ?? {}) as {
    baseUrl?: unknown;
    paths?: unknown;
  };
  const lists = Object.entries(paths ?? {}).filter((entry): entry is [string, string[]] =>
    Array.isArray(entry[1]),
  );
  return { ...(typeof baseUrl === 'string' && { baseUrl }), paths: Object.fromEntries(lists) };
}
