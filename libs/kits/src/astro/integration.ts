import { adit as createPlugin, type AditPluginOptions } from '../vite/index.ts';
import { createServerPlugin, MIDDLEWARE } from './server-plugin.ts';

/** The parts of Astro's set-up that are used. */
export interface AstroSetup {
  readonly updateConfig: (config: { vite: { plugins: never[] } }) => unknown;
  readonly addMiddleware: (middleware: { order: 'pre'; entrypoint: string }) => void;
  readonly injectScript: (stage: 'page', content: string) => void;
}

/** The parts of Astro's routes that are read. */
export interface AstroRoutes {
  readonly routes: readonly { readonly pattern: string; readonly origin: string }[];
}

/** An integration for Astro. */
export interface AditIntegration {
  readonly name: string;
  readonly hooks: {
    readonly 'astro:config:setup': (setup: AstroSetup) => void;
    readonly 'astro:routes:resolved': (resolved: AstroRoutes) => void;
  };
}

/**
 * The integration for `astro.config.mjs`: monitoring of server and browser, the tunnel, and error pages.
 * @throws {MonitoringConfigError} when the build starts, if Sentry does not accept the release
 */
export function adit(options: AditPluginOptions = {}): AditIntegration {
  let ownPages: readonly string[] = [];
  return {
    name: '@adit/kits',
    hooks: {
      'astro:config:setup': ({ updateConfig, addMiddleware, injectScript }) => {
        const plugins = [createPlugin(options), createServerPlugin(() => ownPages)];
        updateConfig({ vite: { plugins: plugins as never[] } });
        // Before the application's own middleware, whose errors are reported, too.
        addMiddleware({ order: 'pre', entrypoint: MIDDLEWARE });
        injectScript('page', "import '@adit/kits/browser';");
      },
      'astro:routes:resolved': ({ routes }) => {
        ownPages = routes.filter(({ origin }) => origin !== 'internal').map(({ pattern }) => pattern);
      },
    },
  };
}
