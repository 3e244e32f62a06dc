import type { Framework } from '@adit/codebase';
import type { Edit } from '@adit/codebase/source';
import { addToRouter, takeFromRouter } from '../edits/kit-router.ts';
import { addToConfig, elementOf, type KitList, takeFromConfig } from '../edits/kit-config.ts';

/** A file in which an application uses its kit. */
export interface KitFile {
  /** In the folder of the application, without the ending. */
  readonly path: string;
  /** Whether a new file ends with `tsx` or `jsx`. */
  readonly hasJsx?: true;
  /** The module of the kit. */
  readonly module: string;
  /** Names of the module. A file that imports one of them, or passes it on, uses the kit. None if the configuration names the module. */
  readonly names: readonly string[];
  readonly reason: string;
  /** The text of a file that only has these lines. It is written if there is no such file. */
  readonly whole?: string;
  /** The lines for a file that has other code, if they are not those of `whole`. */
  readonly lines?: (siteName: string) => string;
  /** Where the lines belong in a file that exists, and what they replace. */
  readonly advice: string;
  /** The lines to write in place of those of the kit, if these are the default export of a file that the framework needs. */
  readonly own?: string;
  /** Edits a file of the common shape. */
  readonly add?: (path: string, text: string, siteName: string) => Edit;
  /** Undoes `add`. */
  readonly take?: (path: string, text: string) => Edit;
}

/** The set-up of a framework. */
interface Kit {
  /** The versions of the framework that the kit supports. */
  readonly supported: string;
  /** Sentry's own SDK for the framework, which would report a second time. */
  readonly sdk: string;
  /** The package that builds a server of Node, without which nothing answers the tunnel path. */
  readonly adapter?: { readonly module: string; readonly code: string };
  readonly files: readonly KitFile[];
}

/** The configuration of the build, with the kit as the first of a list. */
function configFile(path: string, reason: string, kit: KitList): KitFile {
  return {
    path,
    module: kit.module,
    names: kit.isNamed ? [] : ['adit'],
    reason,
    lines: (siteName) =>
      `${kit.isNamed ? '' : `import { adit } from '${kit.module}';\n\n`}${kit.list}: [${elementOf(kit, siteName)}, …],`,
    advice: `Adit has to be the first of the ${kit.list}`,
    add: (file, text, siteName) => addToConfig(kit, file, text, siteName),
    take: (file, text) => takeFromConfig(kit, file, text),
  };
}

const VITE = configFile('vite.config', 'Puts the release and the name of the site into the build.', {
  module: '@adit/kits/vite',
  list: 'plugins',
});

/** The set-up of each framework, as in the README of `@adit/kits`. */
export const KITS: Readonly<Record<Framework, Kit>> = {
  'react-router': {
    supported: '^8.0.0',
    sdk: '@sentry/react-router',
    files: [
      VITE,
      {
        path: 'app/entry.server',
        hasJsx: true,
        module: '@adit/kits/react-router/server',
        names: ['default', 'handleError'],
        reason: 'Reports errors of the server, serves the tunnel path, and answers errors with pages.',
        whole: "export { default, handleError, streamTimeout } from '@adit/kits/react-router/server';\n",
        advice:
          'this line takes the place of its default export and its handleError, or they call those of the kit',
      },
      {
        path: 'app/root',
        module: '@adit/kits/react-router',
        names: ['AditRoot'],
        reason: 'Shows error screens, and gives navigations a deadline.',
        lines: () => "export { AditRoot as default, ErrorBoundary } from '@adit/kits/react-router';\n",
        advice: 'this line takes the place of its own App, the default export, and of its ErrorBoundary',
        own: "import { Outlet } from 'react-router';\n\nexport default function App() {\n  return <Outlet />;\n}\n",
      },
    ],
  },
  'tanstack-start': {
    supported: '^1.169.0',
    sdk: '@sentry/tanstackstart-react',
    files: [
      VITE,
      {
        path: 'src/server',
        module: '@adit/kits/tanstack-start/server',
        names: ['default'],
        reason: 'Reports errors of the server, serves the tunnel path, and answers errors with pages.',
        whole: "export { default } from '@adit/kits/tanstack-start/server';\n",
        advice: 'this line takes the place of its default export, or that calls fetch of the kit’s',
      },
      {
        path: 'src/start',
        module: '@adit/kits/tanstack-start',
        names: ['startInstance', 'reportServerErrors'],
        reason: 'Reports errors of server functions.',
        whole: "export { startInstance } from '@adit/kits/tanstack-start';\n",
        lines: () =>
          "import { reportServerErrors } from '@adit/kits/tanstack-start';\n\nfunctionMiddleware: [reportServerErrors, …],\n",
        advice: 'reportServerErrors has to be the first of functionMiddleware',
      },
      {
        path: 'src/router',
        module: '@adit/kits/tanstack-start',
        names: ['withAdit'],
        reason: 'Shows error screens, and gives navigations a deadline.',
        lines: () =>
          "import { withAdit } from '@adit/kits/tanstack-start';\n\nreturn withAdit(createRouter({ … }));\n",
        advice: 'withAdit has to be around the router',
        add: addToRouter,
        take: takeFromRouter,
      },
    ],
  },
  sveltekit: {
    supported: '^3.0.0',
    sdk: '@sentry/sveltekit',
    adapter: { module: '@sveltejs/adapter-node', code: 'adapter: adapter()' },
    files: [
      VITE,
      {
        path: 'src/hooks.server',
        module: '@adit/kits/sveltekit/server',
        names: ['handle', 'handleError'],
        reason: 'Reports errors of the server, serves the tunnel path, and answers errors with pages.',
        whole: "export { handle, handleError } from '@adit/kits/sveltekit/server';\n",
        advice: 'a handle of its own comes after that of the kit, with sequence of @sveltejs/kit/hooks',
      },
      {
        path: 'src/hooks.client',
        module: '@adit/kits/sveltekit',
        names: ['handleError'],
        reason: 'Reports errors of the browser.',
        whole: "export { handleError } from '@adit/kits/sveltekit';\n",
        advice: 'a handleError of its own calls that of the kit',
      },
    ],
  },
  nuxt: {
    supported: '^4.0.0',
    sdk: '@sentry/nuxt',
    files: [
      configFile('nuxt.config', 'Reports errors, serves the tunnel path, and answers errors with pages.', {
        module: '@adit/kits/nuxt',
        list: 'modules',
        mayBeMissing: true,
        isNamed: true,
      }),
    ],
  },
  astro: {
    supported: '^7.0.0',
    sdk: '@sentry/astro',
    adapter: { module: '@astrojs/node', code: "output: 'server', adapter: node({ mode: 'standalone' })" },
    files: [
      configFile('astro.config', 'Reports errors, serves the tunnel path, and answers errors with pages.', {
        module: '@adit/kits/astro',
        list: 'integrations',
        mayBeMissing: true,
      }),
    ],
  },
};

/** The lines of the kit for a file that exists, or for a new one. */
export const linesOf = ({ lines, whole }: KitFile, siteName: string, exists: boolean): string =>
  (exists ? undefined : whole) ?? lines?.(siteName) ?? whole ?? '';
