/** What becomes of an option of `withSentryConfig`, also of versions before 11. */
export type BuildFate = 'webpack' | 'treeshake' | 'release' | { readonly leftOut: string };

const GONE = { leftOut: 'SDK 11 does not have it' };

/** Options that do not stay where they are. */
export const BUILD_OPTIONS: Readonly<Record<string, BuildFate>> = {
  tunnelRoute: { leftOut: 'Adit has its own tunnel path' },
  release: 'release',

  automaticVercelMonitors: 'webpack',
  autoInstrumentMiddleware: 'webpack',
  autoInstrumentServerFunctions: 'webpack',
  excludeServerRoutes: 'webpack',
  disableSentryConfig: 'webpack',
  disableLogger: 'treeshake',
  autoInstrumentAppDirectory: { leftOut: 'Next reports these errors itself, with their digest' },

  bundleSizeOptimizations: GONE,
  disableClientWebpackPlugin: GONE,
  disableServerWebpackPlugin: GONE,
  hideSourceMaps: { leftOut: 'SDK 11 always hides them' },
  transpileClientSDK: GONE,
  unstable_sentryWebpackPluginOptions: GONE,
};
