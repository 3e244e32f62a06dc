/** What an entry point exported before 1.0.0, and what it is now. */
interface Renamed {
  readonly entry: string;
  /** Old names with the new ones. */
  readonly names: Readonly<Record<string, string>>;
  /** The entry point that they moved to. Default: the same. */
  readonly to?: string;
}

const same = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));

/** As in the changelogs of the libraries. */
export const RENAMED_EXPORTS: readonly Renamed[] = [
  { entry: '@adit/monitoring-config', names: { drawReplay: 'sampleSessionReplay' } },
  { entry: '@adit/router/browser', names: same('governPrefetches'), to: '@adit/router/governor' },
  {
    entry: '@adit/router/browser',
    names: {
      recoverMissingScripts: 'recoverMissingChunks',
      RecoverMissingScriptsOptions: 'RecoverMissingChunksOptions',
    },
  },
  { entry: '@adit/router/next', names: { MissingScriptScreen: 'MissingChunkScreen' } },
  {
    entry: '@adit/router/skew',
    names: same('createSkewMonitor', 'createConnectivityMonitor'),
    to: '@adit/router/monitors',
  },
  {
    entry: '@adit/router/skew',
    names: same('treatmentOf', 'classifyErrorEvent'),
    to: '@adit/router/failures',
  },
  {
    entry: '@adit/fallback-ui/document',
    names: same('locales', 'resolveLocale'),
    to: '@adit/fallback-ui/texts',
  },
];

/** The entry point and the name of an export now. */
export function currentExport(
  entry: string,
  name: string,
): { readonly entry: string; readonly name: string } {
  const renamed = RENAMED_EXPORTS.find((one) => one.entry === entry && Object.hasOwn(one.names, name));
  return { entry: renamed?.to ?? entry, name: renamed?.names[name] ?? name };
}
