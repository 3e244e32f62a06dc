import { posix } from 'node:path';
import { joinPath } from '../../join-path.ts';
import type { Subject } from '../check.ts';

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
    // TypeScript lets an import name the compiled file.
    const bases = [path, path.replace(/\.js$/, '')];
    return bases
      .flatMap((base) => ENDINGS.map((ending) => `${base}${ending}`))
      .find((name) => /\.[cm]?[jt]sx?$/.test(name) && reader.exists(name));
  };

  return (module, from) => {
    if (module.startsWith('.')) return find(posix.join(posix.dirname(from), module));
    for (const { prefix, suffix, targets } of aliases) {
      const matches =
        module.length >= prefix.length + suffix.length &&
        module.startsWith(prefix) &&
        module.endsWith(suffix);
      if (!matches) continue;
      const rest = module.slice(prefix.length, module.length - suffix.length);
      const path = targets.map((target) => find(target.replace('*', rest))).find(Boolean);
      if (path !== undefined) return path;
    }
    return undefined;
  };
}

interface Alias {
  readonly prefix: string;
  readonly suffix: string;
  readonly targets: readonly string[];
}

/** `paths` of the application's TypeScript configuration, and of the workspace's. */
function readAliases({ application, reader }: Subject): Alias[] {
  const files = ['tsconfig.json', 'jsconfig.json'].map((name) => joinPath(application.folder, name));
  return [...files, 'tsconfig.base.json'].flatMap((file) => {
    const { baseUrl = '.', paths = {} } = readCompilerOptions(reader.json(file));
    const root = posix.join(posix.dirname(file), baseUrl);
    return Object.entries(paths).map(([pattern, targets]) => {
      const [prefix = '', suffix = ''] = pattern.split('*');
      // Without a star, the whole name must match.
      return {
        prefix,
        suffix: pattern.includes('*') ? suffix : '',
        targets: targets.map((target) => posix.join(root, target)),
      };
    });
  });
}

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
