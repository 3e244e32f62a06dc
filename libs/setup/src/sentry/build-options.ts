import type { SdkMajor } from './sdk-major.ts';

/** The place of an option of `withSentryConfig` after the conversion, also of versions before 11. */
export type BuildFate =
  | 'webpack'
  | 'treeshake'
  | 'release'
  | 'plugin'
  | 'experimental'
  /** It has another name. */
  | { readonly renamed: string }
  | { readonly leftOut: string };

const GONE = { leftOut: 'SDK 11 does not have it' };

/** Options that move or are removed with every version of the SDK. */
const ALWAYS: Readonly<Record<string, BuildFate>> = {
  tunnelRoute: { leftOut: 'Adit has its own tunnel path' },
  release: 'release',
  autoInstrumentAppDirectory: { leftOut: 'Next reports these errors itself, with their digest' },
};

/** Options of older SDKs. */
const BEFORE_11: Readonly<Record<string, BuildFate>> = {
  automaticVercelMonitors: 'webpack',
  autoInstrumentMiddleware: 'webpack',
  autoInstrumentServerFunctions: 'webpack',
  excludeServerRoutes: 'webpack',
  disableSentryConfig: 'webpack',
  disableSentryWebpackConfig: { renamed: 'disableSentryConfig' },
  disableLogger: 'treeshake',
  unstable_sentryWebpackPluginOptions: 'plugin',
  _experimental: 'experimental',
  url: { renamed: 'sentryUrl' },
  hideSourceMaps: { leftOut: 'SDK 11 always hides them' },
};

/** The top-level options of SDK 11. */
const KNOWN = new Set([
  'applicationKey',
  'authToken',
  'buildTimeInstrumentation',
  'bundleSizeOptimizations',
  'debug',
  'errorHandler',
  'headers',
  'moduleMetadata',
  'org',
  'project',
  'reactComponentAnnotation',
  'routeManifestInjection',
  'sentryUrl',
  'silent',
  'sourcemaps',
  'suppressOnRouterTransitionStartWarning',
  'telemetry',
  'useRunAfterProductionCompileHook',
  'webpack',
  'widenClientFileUpload',
]);

/** The treatment of an option. `undefined`: it stays. */
export function buildFateOf(name: string, sdk: SdkMajor): BuildFate | undefined {
  if (Object.hasOwn(ALWAYS, name)) return ALWAYS[name];
  if (sdk === 10 || KNOWN.has(name)) return undefined;
  return Object.hasOwn(BEFORE_11, name) ? BEFORE_11[name] : GONE;
}

/** Options of the plugin and of experiments that are top-level options in SDK 11. */
export const RAISED: Readonly<Record<string, string>> = {
  applicationKey: 'applicationKey',
  moduleMetadata: 'moduleMetadata',
  turbopackApplicationKey: 'applicationKey',
};

/** Experiments that SDK 11 still supports. */
export const EXPERIMENTS = new Set([
  'thirdPartyOriginStackFrames',
  'turbopackReactComponentAnnotation',
  'vercelCronsMonitoring',
]);
