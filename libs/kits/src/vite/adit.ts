import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineMonitoring } from '@adit/monitoring-config';

/** Options of {@link adit}. */
export interface AditPluginOptions {
  /** The name of the site, for titles of error pages. Default: titles have none. */
  readonly siteName?: string | undefined;
  /**
   * The release of the build. Default `SENTRY_RELEASE`, else the commit that the platform names, else name and version
   * of `package.json`.
   */
  readonly release?: string | undefined;
}

/** The parts of Vite's configuration that are read and written. */
interface ViteConfig {
  readonly root?: string | undefined;
  /** Plugins, lists of them and promises. */
  readonly plugins?: readonly unknown[] | undefined;
}

/** A plugin for Vite, Astro and all other frameworks on Vite. */
export interface AditPlugin {
  readonly name: string;
  readonly config: (
    config: ViteConfig,
    env: { readonly command: string },
  ) => {
    readonly define: Record<string, string>;
    readonly ssr: { readonly noExternal: string[] };
    readonly optimizeDeps: { readonly exclude: string[]; readonly include: string[] };
  };
}

/**
 * A plugin for Vite. It inlines the release and the name of the site into the parts of `@adit/kits` in browser and
 * server.
 * @throws {MonitoringConfigError} when the build starts, if Sentry does not accept the release
 */
export function adit({ siteName, release }: AditPluginOptions = {}): AditPlugin {
  return {
    name: '@adit/kits',
    config: ({ root = process.cwd(), plugins = [] }, { command }) => ({
      define: {
        __ADIT_RELEASE__: literal(releaseOf(release, root)),
        __ADIT_SITE_NAME__: literal(siteName),
        __ADIT_IS_DEVELOPMENT__: String(command === 'serve'),
      },
      // Vite replaces the two names only in what it bundles.
      ssr: { noExternal: ['@adit/kits'] },
      optimizeDeps: { exclude: ['@adit/kits'], include: plugins.flat().some(isReactRouter) ? IMPORTED : [] },
    }),
  };
}

const isReactRouter = (plugin: unknown): boolean =>
  (plugin as { readonly name?: unknown } | undefined)?.name === 'react-router';

/**
 * The modules that the kit's parts for the browser import. React Router keeps Vite from looking for them before the first page,
 * which would then be reloaded for each that is found.
 */
const IMPORTED = [
  ...['', '/boundary', '/client', '/deferred'].map((part) => `@adit/fallback-ui${part}`),
  ...['', '/sdk'].map((part) => `@adit/monitoring-client${part}`),
  ...['', '/browser'].map((part) => `@adit/monitoring-config${part}`),
  ...['', '/browser', '/react'].map((part) => `@adit/router${part}`),
  '@sentry/browser',
].map((name) => `@adit/kits > ${name}`);

const literal = (value: string | undefined): string =>
  value === undefined ? 'undefined' : JSON.stringify(value);

const releaseOf = (given: string | undefined, root: string): string | undefined =>
  defineMonitoring({ ...process.env, SENTRY_DSN: undefined }, { release: given }).release ??
  defineMonitoring({}, { release: ofPackage(root) }).release;

/** Name and version of the application, without the scope: a release has no slash. */
function ofPackage(root: string): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly name?: string;
      readonly version?: string;
    };
    return name && version && `${name.replace(/^.*\//, '')}@${version}`;
  } catch {
    return undefined;
  }
}
