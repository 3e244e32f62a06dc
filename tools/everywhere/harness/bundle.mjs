// Bundles test files with the harness, for a runtime that starts a file and for one that runs a worker.
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from '../../src/projects.mjs';

const HARNESS = join(ROOT, 'tools/everywhere/harness');

/** CommonJS packages in the bundle load the runtime's modules with `require`. */
const REQUIRE =
  "import { createRequire as adit } from 'node:module'; const require = adit(import.meta.url ?? 'file:///x');";

const filesModule = (files) =>
  `export const files = {${files
    .map((file) => `${JSON.stringify(relative(ROOT, file))}: () => import(${JSON.stringify(file)}),`)
    .join('\n')}};`;

/**
 * @param entry the module of the harness that runs the files
 * @param alias replacements of modules, by the end of their path
 * @param packages `external` if the runtime itself resolves packages, as it does for an application
 */
export async function bundle({ files, entry, outfile, alias = {}, packages = 'bundle', conditions = [] }) {
  await build({
    entryPoints: [join(HARNESS, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'node',
    logLevel: 'error',
    mainFields: ['module', 'main'],
    conditions: ['@adit/source', ...conditions],
    define: packages === 'bundle' ? { __dirname: '"/"', __filename: '"/worker.mjs"' } : {},
    external: ['cloudflare:*'],
    banner: { js: REQUIRE },
    plugins: [
      foldersPlugin,
      placesPlugin,
      filesPlugin(files),
      aliasPlugin(alias),
      ...(packages === 'external' ? [externalPackages] : []),
    ],
  });
}

/**
 * Folders of the workspace, under names that exist only in bundles. Imported by their paths, they would make Nx run the
 * tests of the tools after each change in them.
 */
const FOLDERS = {
  'everywhere-tunnel': 'libs/tunnel',
  'everywhere-e2e': 'apps/web-e2e',
  'everywhere-testing': 'libs/testing',
};

const foldersPlugin = {
  name: 'folders',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^everywhere-\w+\// }, ({ path }) => {
      const [name, ...rest] = path.split('/');
      return { path: join(ROOT, FOLDERS[name], ...rest) };
    }),
};

/** The browser tests and the application read files next to their own, which a bundle would not find. */
const placesPlugin = {
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /\/(?:apps\/web-e2e|tools\/everywhere\/browsers)\/.*\.(?:ts|mjs)$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const place = JSON.stringify(pathToFileURL(path).href);
        return {
          contents: text.replaceAll('import.meta.url', place),
          loader: path.endsWith('.ts') ? 'ts' : 'js',
        };
      },
    ),
};

const filesPlugin = (files) => ({
  name: 'files',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^everywhere:files$/ }, ({ path }) => ({ path, namespace: 'everywhere' }));
    onLoad({ filter: /.*/, namespace: 'everywhere' }, () => ({
      contents: filesModule(files),
      resolveDir: ROOT,
    }));
  },
});

const aliasPlugin = (alias) => ({
  name: 'alias',
  setup: ({ onResolve }) => {
    for (const [end, replacement] of Object.entries(alias)) {
      const filter = new RegExp(`${end.replaceAll('.', '\\.')}$`);
      onResolve({ filter }, () => ({ path: join(HARNESS, replacement) }));
    }
  },
});

/** All packages, except the workspace's own, which have no build, and those of the harness. */
const externalPackages = {
  name: 'external-packages',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      /^(@adit\/|everywhere:|node:|expect$|jest-mock$)/.test(path) ? undefined : { path, external: true },
    );
  },
};
