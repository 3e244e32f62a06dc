import { join } from 'node:path';
import type { NextConfig } from 'next';
import { findApplicationFolder, readStack } from './application-folder.ts';
import { prefixPath } from './asset-prefix.ts';
import { packageName, readBuiltValues } from './built-values.ts';
import { checkBuildOptions } from './check-build-options.ts';
import { checkConfigFile } from './check-config-file.ts';
import { checkOwnSentry } from './check-own-sentry.ts';
import { checkPeers } from './check-peers.ts';
import { extendBundlers } from './extend-bundlers.ts';
import { findClientFile, findConfigFile, hasInterruptPages } from './find-config-file.ts';
import { findOwnStatuses } from './find-own-statuses.ts';
import { findVersion, isAtLeast } from './installed-version.ts';
import { isServing } from './is-serving.ts';
import { checkKeepBuilds, keepAtExit } from './keep-at-exit.ts';
import { findOwnSentryCalls } from './own-sentry-calls.ts';
import { supportOlderNext } from './older-next.ts';
import { describeLoad } from './report/describe-load.ts';
import { reportBuild } from './report/report-build.ts';
import { toSentryOptions, type SentryBuildOptions } from './sentry-options.ts';
import { addEdgeDebugIds } from './source-maps/edge-debug-ids.ts';
import { planUpload, readUploadVariables } from './source-maps/plan-upload.ts';
import { reportUpload } from './source-maps/report-upload.ts';
import { loadSentryConfig } from './load-sentry-config.ts';
import { usesSentryParts } from './uses-sentry-parts.ts';

/** Options of the build. Options of the running application belong in `adit.config`. */
export interface BuildOptions {
  /** Default `SENTRY_RELEASE`, else the platform's full commit SHA, else name and version of the package. */
  release?: string;
  /**
   * Options of `withSentryConfig`: organization, project, source maps. Default: source maps are uploaded if
   * `SENTRY_AUTH_TOKEN` is set.
   */
  sentry?: SentryBuildOptions;
  /**
   * How many earlier builds' static files are kept for open tabs, at most 50, if their server runs on Node. 0 keeps none.
   * Default 5.
   */
  keepBuilds?: number;
  /** The folder of the application. Default that of the command, such as `next build apps/shop`, or of the configuration. */
  root?: string;
}

type ConfigFunction = (phase: string, context: never) => NextConfig | Promise<NextConfig>;

const CONFIG_FILE = '@adit/next/config-file';
const SENTRY = '@adit/next/sentry';
const SENTRY_PARTS = '@adit/next/sentry-parts';

/** This package and those that it depends on. */
const OWN_PACKAGES = [
  'common',
  'envelope',
  'fallback-ui',
  'monitoring-client',
  'monitoring-config',
  'next',
  'operations',
  'policy',
  'router',
  'spool',
  'tunnel',
].map((name) => `@adit/${name}`);

/**
 * Prepares an application for Adit: the same release in all bundles, `adit.config` for each runtime, and Sentry's own
 * build steps. Other settings of the configuration stay unchanged. Accepts an object, a promise or a function, and
 * returns the same.
 * @throws TypeError in one line if the options or `adit.config` have an invalid one, Error in one line for a version that is not
 * supported, or if the application sets up Sentry a second time
 */
export function withAdit<Config extends NextConfig | Promise<NextConfig> | ConfigFunction>(
  nextConfig?: Config,
  options: BuildOptions = {},
): Config {
  checkBuildOptions(options);
  const { root = findApplicationFolder({ argv: process.argv, cwd: process.cwd(), stack: readStack() }) } =
    options;
  const extend = (config: NextConfig): NextConfig => extendConfig(config, { ...options, root });
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
  { release: givenRelease, sentry, root, keepBuilds: givenBuilds }: BuildOptions & { root: string },
): NextConfig {
  const keepBuilds = config.output === 'export' ? 0 : checkKeepBuilds(givenBuilds);
  checkPeers(root);
  checkOwnSentry(root);
  const { dsn, environment, release } = readBuiltValues(root, givenRelease);
  const file = findConfigFile(root);
  const checked = isServing() ? undefined : checkConfigFile(root, file);
  // A served build has its values already.
  const ownCalls = isServing() ? undefined : findOwnSentryCalls(root);
  const ownStatuses = isServing() ? '' : findOwnStatuses(root).join(' ');
  const tunnelOrigin = checked?.options.monitoring?.tunnelOrigin;
  const prefix = config.basePath || prefixPath(config.assetPrefix);
  const slash = config.trailingSlash ? '/' : '';

  const extended: NextConfig = {
    ...config,
    env: {
      ...(release !== undefined && { NEXT_PUBLIC_SENTRY_RELEASE: release }),
      ...(dsn !== undefined && { ADIT_BUILT_DSN: dsn }),
      ...(environment !== undefined && { ADIT_BUILT_ENVIRONMENT: environment }),
      // The bundles do not read it: `adit doctor` finds it in the files of the build.
      ...(checked && !tunnelOrigin && { ADIT_BUILT_TUNNEL_PATH: checked.tunnelPath }),
      // Empty values are inlined, missing ones are not.
      ADIT_LOAD: ownCalls === undefined ? '' : 'always',
      ...(ownStatuses !== '' && { ADIT_OWN_STATUSES: ownStatuses }),
      ADIT_BASE_PATH: config.basePath ?? '',
      ADIT_TUNNEL_PREFIX: prefix,
      ADIT_TRAILING_SLASH: slash,
      ADIT_KEEP_BUILDS: String(keepBuilds),
      ...config.env,
    },
    // Sentry's build steps write into it.
    ...(config.compiler && { compiler: { ...config.compiler } }),
    experimental: {
      ...(hasInterruptPages(root) && isAtLeast(root, 'next', 15, 1) && { authInterrupts: true }),
      ...config.experimental,
    },
    ...extendBundlers(config, root, {
      aliases: {
        ...(file !== undefined && { [CONFIG_FILE]: file }),
        ...(usesSentryParts(root, sentry) && { [SENTRY]: SENTRY_PARTS }),
      },
      withoutDebugCode: process.env.NODE_ENV === 'production',
      hasConditions: isAtLeast(root, 'next', 16),
    }),
    // If the application has no such file, Next starts the one named here: since 16.3.
    ...(isAtLeast(root, 'next', 16, 3) &&
      findClientFile(root, config.pageExtensions) === undefined && {
        instrumentationClientInject: [...(config.instrumentationClientInject ?? []), '@adit/next/client'],
      }),
    // `next/jest` reads it there, because Jest does not load ES modules by itself.
    ...(process.env.NODE_ENV === 'test' && {
      transpilePackages: [...(config.transpilePackages ?? []), ...OWN_PACKAGES],
    }),
  };
  if (!isServing()) keepAtExit(join(root, config.distDir ?? '.next'), keepBuilds);
  const plan = planUpload(sentry, readUploadVariables(root, process.env));
  const withSentryConfig = loadSentryConfig();
  const sentryOptions = toSentryOptions(sentry, release, plan, {
    reportsRequestErrors: isAtLeast(root, 'next', 15),
    groupsOptions: isAtLeast(root, '@sentry/nextjs', 10, 30),
  });
  const built = addEdgeDebugIds(withSentryConfig(supportOlderNext(extended, root), sentryOptions));
  // Next calls the hook since 15.4.1.
  if (isServing() || !isAtLeast(root, 'next', 15, 4, 1)) return built;
  return reportBuild(reportUpload(built, plan), root, {
    name: checked?.options.name ?? packageName(root),
    release,
    tunnel:
      checked &&
      (tunnelOrigin ? `${tunnelOrigin}${checked.tunnelPath}` : `${prefix}${checked.tunnelPath}${slash}`),
    isOff: checked?.options.monitoring?.enabled === false,
    hasRouter: checked?.options.router !== false,
    sdk: findVersion(join(root, 'package.json'), '@sentry/nextjs'),
    loads: describeLoad(checked?.options.monitoring ?? {}, ownCalls),
  });
}
