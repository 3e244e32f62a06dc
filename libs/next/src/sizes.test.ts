/** @jest-environment node */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

/** Code loaded by `import()` is not part of the first load. */
const withoutLateChunks: Plugin = {
  name: 'without-late-chunks',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
};

/**
 * The size of the code that modules load at once, minified and gzipped, in bytes, and what that imports. React and Next
 * belong to the application.
 */
async function bundle(modules: readonly string[]): Promise<{ bytes: number; imported: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: modules.map((path, index) => `export * as m${index} from './${path}';`).join('\n'),
      resolveDir: __dirname,
    },
    bundle: true,
    alias: {
      // As `withAdit` does.
      '@adit/next/sentry': join(__dirname, 'browser/sentry/parts.ts'),
      // As the condition `default` of package.json does.
      '#screen-style': join(__dirname, 'screens/late-screen-style.tsx'),
    },
    conditions: ['@adit/source'],
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    external: ['react', 'next'],
    define: {
      'process.env.NODE_ENV': '"production"',
      // As the loader of `withAdit` does.
      __SENTRY_DEBUG__: 'false',
      'process.env.NEXT_PUBLIC_SENTRY_RELEASE': '"shop@1.0.0"',
      'process.env.ADIT_BASE_PATH': '""',
      'process.env.ADIT_LOAD': '""',
      'process.env.ADIT_TUNNEL_PREFIX': '""',
      'process.env.ADIT_TRAILING_SLASH': '""',
    },
    plugins: [withoutLateChunks],
    metafile: true,
    write: false,
    outdir: __dirname,
  });
  const [{ imports }] = Object.values(metafile.outputs) as [(typeof metafile.outputs)[string]];
  return {
    bytes: gzipSync(outputFiles[0]!.contents, { level: 9 }).length,
    imported: imports.map(({ path }) => path),
  };
}

const CLIENT = 'browser/client.ts';
const ROOT = 'root/client-root.tsx';
const ERROR = 'screens/error.tsx';
const GLOBAL_ERROR = 'screens/global-error.tsx';
const STATUS = 'screens/in-visitors-language.tsx';

/** The files of `examples/next-16-app` with code for the browser. */
const BUDGETS: [file: string, modules: string[], most: number][] = [
  ['instrumentation-client.ts', [CLIENT], 4_380],
  ['app/layout.tsx, with the error pages that come with it', [ROOT], 4_800],
  ['app/error.tsx', [ERROR], 3_880],
  ['app/global-error.tsx', [GLOBAL_ERROR], 3_800],
  ['app/not-found.tsx, forbidden.tsx and unauthorized.tsx', [STATUS], 370],
  ['all of them', [CLIENT, ROOT, ERROR, GLOBAL_ERROR, STATUS], 6_300],
];

/** The later chunks. A program that only starts Sentry's own SDK, with tracing, has 59,700 bytes. */
const LATE_BUDGETS: typeof BUDGETS = [
  ['the SDK, its settings, and the rules that are in the browser', ['browser/sdk.ts'], 50_450],
  ['the same with tracing', ['browser/sdk.ts', 'browser/sentry/tracing.ts'], 67_700],
  ['all noise rules and scrubbing, if the tunnel has none', ['browser/rules.ts'], 19_800],
];

describe('what a page loads', () => {
  it.each([...BUDGETS, ...LATE_BUDGETS])('for %s is within its budget', async (_file, modules, most) => {
    const { bytes } = await bundle(modules);
    expect(bytes).toBeLessThanOrEqual(most);
    // A limit far above the size would be misleading.
    expect(bytes).toBeGreaterThan(most * 0.95);
  });

  it('has no chunk with the bridge alone: bundlers would take the bridge out of that with the navigation', async () => {
    const { imported } = await bundle([ROOT]);
    expect(imported).toContain('./late-root.ts');
    expect(imported).not.toContain('./bridge.tsx');
  });
});
