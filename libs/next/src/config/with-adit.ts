import { join } from 'node:path';
import { withSentryConfig } from '@sentry/nextjs/config';
import type { NextConfig } from 'next';
import { readBuiltValues } from './built-values.ts';
import { checkConfigFile } from './check-config-file.ts';
import { checkOwnSentry } from './check-own-sentry.ts';
import { checkPeers } from './check-peers.ts';
import { findConfigFile, hasInterruptPages } from './find-config-file.ts';
import { isServing } from './is-serving.ts';

type SentryBuildOptions = NonNullable<Parameters<typeof withSentryConfig>[1]>;

/** Options of the build. Everything that a running application needs stands in `adit.config`. */
export interface BuildOptions {
  /** Default `SENTRY_RELEASE`, else the platform's full commit SHA, else name and version of the package. */
  release?: string;
  /** Options of `withSentryConfig`: organization, project, source maps. Default: source maps are sent if `SENTRY_AUTH_TOKEN` is set. */
  sentry?: Omit<SentryBuildOptions, 'release' | 'tunnelRoute'>;
  /** The folder of the application. Default the current one. */
  root?: string;
}

type ConfigFunction = (phase: string, context: never) => NextConfig | Promise<NextConfig>;

const CONFIG_FILE = '@adit/next/config-file';

/**
 * Prepares an application for Adit: the same release in all bundles, `adit.config` for each runtime, and Sentry's own build
 * steps. What the configuration has of its own stays. Accepts an object, a promise or a function, and returns the same.
 * @throws TypeError in one line if `adit.config` has a wrong option, Error in one line for a version that is not supported, or
 * if the application sets up Sentry a second time
 */
export function withAdit<Config extends NextConfig | Promise<NextConfig> | ConfigFunction>(
  nextConfig?: Config,
  options: BuildOptions = {},
): Config {
  const extend = (config: NextConfig): NextConfig => extendConfig(config, options);
  const given: NextConfig | Promise<NextConfig> | ConfigFunction = nextConfig ?? {};
  if (typeof given === 'function') {
    const extended = (...input: Parameters<ConfigFunction>): NextConfig | Promise<NextConfig> => {
      const config = given(...input);
      return config instanceof Promise ? config.then(extend) : extend(config);
    };
    return extended as Config;
  }
  return (given instanceof Promise ? given.then(extend) : extend(given)) as Config;
}

function extendConfig(
  config: NextConfig,
  { release: givenRelease, sentry, root = process.cwd() }: BuildOptions,
): NextConfig {
  checkPeers(root);
  checkOwnSentry(root);
  const { dsn, environment, release } = readBuiltValues(root, givenRelease);
  const file = findConfigFile(root);
  const monitoring = isServing() ? undefined : checkConfigFile(root, file);

  const extended: NextConfig = {
    ...config,
    env: {
      ...(release !== undefined && { NEXT_PUBLIC_SENTRY_RELEASE: release }),
      ...(dsn !== undefined && { ADIT_BUILT_DSN: dsn }),
      ...(environment !== undefined && { ADIT_BUILT_ENVIRONMENT: environment }),
      // Nobody reads it in the bundles: `adit doctor` finds it in the files of the build.
      ...(monitoring && { ADIT_BUILT_TUNNEL_PATH: monitoring.tunnelPath }),
      ADIT_BASE_PATH: config.basePath ?? '',
      ...config.env,
    },
    experimental: { ...(hasInterruptPages(root) && { authInterrupts: true }), ...config.experimental },
    ...(file !== undefined && extendBundlers(config, root, file)),
  };
  return withSentryConfig(extended, toSentryOptions(sentry, release));
}

/** Both bundlers find the application's file in place of the empty one. */
function extendBundlers(
  { turbopack, webpack }: NextConfig,
  root: string,
  file: string,
): Pick<NextConfig, 'turbopack' | 'webpack'> {
  return {
    turbopack: { ...turbopack, resolveAlias: { ...turbopack?.resolveAlias, [CONFIG_FILE]: file } },
    webpack: (incoming: WebpackConfig, context) => {
      const result = (webpack?.(incoming, context) ?? incoming) as WebpackConfig;
      result.resolve = {
        ...result.resolve,
        alias: { ...result.resolve?.alias, [`${CONFIG_FILE}$`]: join(root, file) },
      };
      const { splitChunks } = result.optimization ?? {};
      if (splitChunks && splitChunks.cacheGroups && !context.isServer)
        splitChunks.cacheGroups['adit'] = SHARED_BY_PAGES;
      return result;
    },
  };
}

/** Next loads layout and error pages together, each from its own chunk. Webpack would put what they share into each of them. */
const SHARED_BY_PAGES = {
  test: /[\\/]node_modules[\\/]@adit[\\/]/,
  chunks: ({ name }: { name?: string | null }) => name?.startsWith('app/') ?? false,
  minChunks: 2,
  enforce: true,
};

interface WebpackConfig {
  resolve?: { alias?: Record<string, unknown> };
  optimization?: { splitChunks?: false | { cacheGroups?: Record<string, unknown> } };
}

function toSentryOptions(given: BuildOptions['sentry'], release: string | undefined): SentryBuildOptions {
  const sendsSourceMaps = Boolean(given?.authToken ?? process.env.SENTRY_AUTH_TOKEN);
  return {
    telemetry: false,
    // Sentry's silence includes the errors of an upload, and the build goes on without the source maps.
    silent: !sendsSourceMaps,
    // Webpack's shared and late chunks, too; without it, Sentry's plugin deletes their source maps unsent.
    widenClientFileUpload: true,
    ...(!sendsSourceMaps && { sourcemaps: { disable: true } }),
    ...given,
    ...(release !== undefined && {
      release: { name: release, ...(!sendsSourceMaps && { create: false, finalize: false }) },
    }),
    webpack: {
      // Next reports these errors itself, after it has given them the digest that a screen shows. Sentry's wrappers would
      // report them before.
      autoInstrumentAppDirectory: false,
      ...given?.webpack,
    },
  };
}
