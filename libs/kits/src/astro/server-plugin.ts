/** The module of the middleware, which knows the pages of the application. */
export const MIDDLEWARE = 'virtual:@adit/kits/middleware';

const RESOLVED_MIDDLEWARE = `\0${MIDDLEWARE}`;
const ACTIONS = '\0virtual:@adit/kits/actions';

/** The parts of the context of Vite's hooks that are read. */
interface HookContext {
  readonly environment: { readonly name: string; readonly mode: string };
  readonly getModuleInfo: (id: string) => { readonly isEntry?: boolean | undefined } | null;
}

/** A plugin for the Vite of Astro. */
export interface ServerPlugin {
  readonly name: string;
  readonly resolveId: {
    readonly order: 'pre';
    readonly handler: (this: HookContext, id: string, importer: string | undefined) => string | undefined;
  };
  readonly load: (id: string) => string | undefined;
  readonly transform: (
    this: HookContext,
    code: string,
    id: string,
  ) => { code: string; map: null } | undefined;
}

/** The error pages that an application can have. */
const ERROR_PAGES = ['/404', '/500'];

/**
 * Creates the plugin that starts the kit with the server, and reports errors of actions, which Astro tells nobody.
 * @param ownPages returns the routes of the application; called when the middleware is loaded
 */
export function createServerPlugin(ownPages: () => readonly string[]): ServerPlugin {
  return {
    name: '@adit/kits/astro',
    resolveId: {
      order: 'pre',
      handler(id, importer) {
        if (id === MIDDLEWARE) return RESOLVED_MIDDLEWARE;
        const isOfServer = this.environment.name !== 'client';
        return id === 'astro:actions' && isOfServer && importer !== ACTIONS ? ACTIONS : undefined;
      },
    },
    load(id) {
      if (id === RESOLVED_MIDDLEWARE) {
        const pages = JSON.stringify(ERROR_PAGES.filter((page) => ownPages().includes(page)));
        return [
          "import { createOnRequest } from '@adit/kits/astro/server';",
          `export const onRequest = createOnRequest(${pages});`,
        ].join('\n');
      }
      if (id === ACTIONS)
        return [
          "import { defineAction as define } from 'astro:actions';",
          "import { reportErrors } from '@adit/kits/astro/server';",
          "export * from 'astro:actions';",
          'export const defineAction = (action) => define(reportErrors(action));',
        ].join('\n');
      return undefined;
    },
    // The tunnel must answer before the first page, which loads the middleware. In development, Vite knows no entries.
    transform(code, id) {
      const { name, mode } = this.environment;
      if (name !== 'ssr' || mode !== 'build' || this.getModuleInfo(id)?.isEntry !== true) return undefined;
      const start = "import { startServer as startAdit } from '@adit/kits/server';\nstartAdit();\n";
      return { code: `${start}${code}`, map: null };
    },
  };
}
