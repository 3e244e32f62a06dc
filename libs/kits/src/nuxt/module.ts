import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adit as createPlugin, type AditPluginOptions } from '../vite/index.ts';

/** The parts of Nitro's configuration that are written. */
export interface NitroConfig {
  replace?: Record<string, unknown> | undefined;
  plugins?: string[] | undefined;
  externals?: { inline?: unknown[] | undefined } | undefined;
}

/** The parts of Nitro that are used. */
export interface Nitro {
  readonly hooks: {
    readonly hook: (
      name: 'prerender:init',
      change: (prerenderer: { readonly options: { plugins: string[] } }) => void,
    ) => unknown;
  };
}

/** The parts of Nuxt that are used. */
export interface Nuxt {
  readonly options: {
    readonly rootDir: string;
    readonly srcDir: string;
    readonly dev: boolean;
    readonly plugins: unknown[];
    readonly vite: { plugins?: unknown[] | undefined };
  };
  readonly hook: {
    (name: 'nitro:config', change: (config: NitroConfig) => void): unknown;
    (name: 'nitro:init', change: (nitro: Nitro) => void): unknown;
  };
}

/** A path, because Nuxt takes `@` for a folder of the application. */
const CLIENT = fileURLToPath(new URL('client.js', import.meta.url));
const SERVER = fileURLToPath(new URL('server.js', import.meta.url));

/**
 * The module for `nuxt.config.ts`: monitoring of server and browser, the tunnel, and error pages.
 * @throws {MonitoringConfigError} when the build starts, if Sentry does not accept the release
 */
export default function adit(options: AditPluginOptions, { options: nuxt, hook }: Nuxt): void {
  const { rootDir: root, srcDir } = nuxt;
  const plugin = createPlugin(options);
  // Vite's root may be a folder of Nuxt, without the package.json of the application.
  nuxt.vite.plugins = [
    { ...plugin, config: (_config: object, env: { command: string }) => plugin.config({ root }, env) },
    ...(nuxt.vite.plugins ?? []),
  ];
  nuxt.plugins.unshift({ src: CLIENT, mode: 'client' });
  hook('nitro:config', (nitro) => {
    const { define } = plugin.config({ root }, { command: nuxt.dev ? 'serve' : 'build' });
    const hasErrorPage = String(existsSync(join(srcDir, 'error.vue')));
    nitro.replace = { ...nitro.replace, ...define, __ADIT_HAS_ERROR_PAGE__: hasErrorPage };
    nitro.plugins = [SERVER, ...(nitro.plugins ?? [])];
    // Nitro replaces the names only in what it bundles.
    nitro.externals = {
      ...nitro.externals,
      inline: [...(nitro.externals?.inline ?? []), '@adit/kits'],
    };
  });
  hook('nitro:init', ({ hooks }) =>
    // The build renders pages with a server of its own, without a visitor.
    hooks.hook('prerender:init', ({ options: prerenderer }) => {
      prerenderer.plugins = prerenderer.plugins.filter((path) => path !== SERVER);
    }),
  );
}
