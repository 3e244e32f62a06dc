import type { NextConfig } from 'next';
import { findClientFile } from './find-config-file.ts';
import { isAtLeast } from './installed-version.ts';
import { warnOfTurbopack } from './warn-of-turbopack.ts';

/** The webpack entries that run before the application: for `app`, and for `pages`. */
const ENTRIES = ['main-app', 'pages/_app'];

/** The module that runs in the browser if the application has no such file. */
const START = '@adit/next/client';

interface WebpackConfig {
  entry?: unknown;
}

type Entries = Record<string, unknown>;

/**
 * Adds features that older versions of Next lack. Before 15, `instrumentation` runs only if an option enables it.
 * Before 15.3, Next does not read `instrumentation-client`, so it is added to the entries of webpack, and the options
 * of Turbopack have another name. Turbopack has no such entries, so a line is printed.
 */
export function supportOlderNext(config: NextConfig, root: string): NextConfig {
  if (isAtLeast(root, 'next', 15, 3)) return config;
  warnOfTurbopack(process.env);
  const { turbopack, ...rest } = config;
  const hasHook = isAtLeast(root, 'next', 15);
  const experimental = {
    ...(!hasHook && { instrumentationHook: true }),
    ...(turbopack && { turbo: turbopack }),
    ...config.experimental,
  };
  return {
    ...rest,
    experimental,
    webpack: (incoming: WebpackConfig, context) => {
      const result = (config.webpack?.(incoming, context) ?? incoming) as WebpackConfig;
      if (context.isServer) return result;
      const { entry } = result;
      const file = findClientFile(root, config.pageExtensions) ?? START;
      // In development, React's refresh must come first.
      const add = (files: readonly unknown[]): unknown[] =>
        context.dev ? [...files, file] : [file, ...files];
      result.entry = async () =>
        withStart(
          (typeof entry === 'function' ? await (entry as () => unknown)() : entry) as Entries,
          file,
          add,
        );
      return result;
    },
  };
}

function withStart(entries: Entries, file: string, add: (files: readonly unknown[]) => unknown[]): Entries {
  const started = Object.entries(entries)
    .filter(([name]) => ENTRIES.includes(name))
    .map(([name, entry]) => [name, withFile(entry, file, add)] as const);
  return { ...entries, ...Object.fromEntries(started) };
}

/** An entry is a path, a list of paths, or an object with them as `import`. */
function withFile(entry: unknown, file: string, add: (files: readonly unknown[]) => unknown[]): unknown {
  if (typeof entry === 'object' && entry !== null && 'import' in entry)
    return { ...entry, import: withFile(entry.import, file, add) };
  const files: readonly unknown[] = [entry].flat();
  return files.includes(file) ? files : add(files);
}
