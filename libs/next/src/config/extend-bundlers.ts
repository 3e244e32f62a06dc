import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';

/** Changes of the bundlers. */
export interface BundlerChanges {
  /** Modules that take the place of others; a path from the application's folder, or the name of a package. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Whether browsers get Sentry's SDK without its debug code. */
  readonly withoutDebugCode: boolean;
  /** Whether Turbopack applies a rule to some files only: since Next 16. */
  readonly hasConditions: boolean;
}

type Turbopack = NonNullable<NextConfig['turbopack']>;

const JAVASCRIPT = '*.js';
const SENTRY_SCRIPT = /[\\/]@sentry[\\/].*\.js$/;
const LOADER = fileURLToPath(new URL('drop-debug-code.js', import.meta.url));

/** Changes what both bundlers do, after the application's own changes. */
export function extendBundlers(
  { turbopack, webpack }: NextConfig,
  root: string,
  { aliases, withoutDebugCode, hasConditions }: BundlerChanges,
): Pick<NextConfig, 'turbopack' | 'webpack'> {
  const rows = Object.entries(aliases);
  if (rows.length === 0 && !withoutDebugCode) return {};
  const paths = rows.map(([name, to]) => [`${name}$`, to.startsWith('.') ? join(root, to) : to]);
  return {
    turbopack: {
      ...turbopack,
      ...(rows.length > 0 && { resolveAlias: { ...turbopack?.resolveAlias, ...aliases } }),
      ...(withoutDebugCode && hasConditions && { rules: withDebugRule(turbopack?.rules) }),
    },
    webpack: (incoming: WebpackConfig, context) => {
      const result = (webpack?.(incoming, context) ?? incoming) as WebpackConfig;
      result.resolve = {
        ...result.resolve,
        alias: { ...result.resolve?.alias, ...(Object.fromEntries(paths) as Record<string, string>) },
      };
      if (context.isServer) return result;
      const { splitChunks } = result.optimization ?? {};
      if (splitChunks && splitChunks.cacheGroups) splitChunks.cacheGroups['adit'] = SHARED_BY_PAGES;
      if (withoutDebugCode) {
        const rules = [...(result.module?.rules ?? []), { test: SENTRY_SCRIPT, loader: LOADER }];
        result.module = { ...result.module, rules };
      }
      return result;
    },
  };
}

/** An application's own rule for all scripts stays alone: Turbopack would run both. */
function withDebugRule(rules: Turbopack['rules'] = {}): Turbopack['rules'] {
  if (JAVASCRIPT in rules) return rules;
  const file = { path: SENTRY_SCRIPT, content: /DEBUG_BUILD/ };
  return {
    ...rules,
    [JAVASCRIPT]: {
      condition: { all: ['browser', 'foreign', file] },
      loaders: [LOADER],
    },
  };
}

/**
 * Next loads layout and error pages together, each from a separate chunk. Webpack would copy their shared modules into
 * each of them.
 */
const SHARED_BY_PAGES = {
  test: /[\\/]node_modules[\\/]@adit[\\/]/,
  chunks: ({ name }: { name?: string | null }) => name?.startsWith('app/') ?? false,
  minChunks: 2,
  enforce: true,
};

interface WebpackConfig {
  resolve?: { alias?: Record<string, unknown> };
  optimization?: { splitChunks?: false | { cacheGroups?: Record<string, unknown> } };
  module?: { rules?: readonly unknown[] };
}
