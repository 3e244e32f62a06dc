import { readRepository, type Repository } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';

/** Changes to the files of an application; `undefined` removes one. */
export type Overlay = Readonly<Record<string, string | undefined>>;

const MANIFEST = {
  name: 'shop',
  version: '1.0.0',
  type: 'module',
  dependencies: {
    '@adit/next': '0.1.0',
    '@sentry/nextjs': '11.8.0',
    next: '16.4.5',
    react: '19.3.1',
    'react-dom': '19.3.1',
  },
};

/** An application without the pages of {@link HEALTHY}. */
export const NO_PAGES: Overlay = {
  'app/layout.tsx': undefined,
  'app/page.tsx': undefined,
  'app/error.tsx': undefined,
  'app/global-error.tsx': undefined,
  'app/not-found.tsx': undefined,
};

/** A `package.json` with other dependencies and fields; `undefined` removes one. */
export const manifest = (
  dependencies: Readonly<Record<string, string | undefined>> = {},
  fields: Readonly<Record<string, unknown>> = {},
): string =>
  JSON.stringify(
    { ...MANIFEST, ...fields, dependencies: { ...MANIFEST.dependencies, ...dependencies } },
    null,
    2,
  );

/** A `package-lock.json` with these packages, each with its version and its dependencies. */
export const npmLock = (
  packages: Readonly<Record<string, readonly [version: string, ...names: string[]]>>,
): string =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: Object.fromEntries(
      Object.entries(packages).map(([key, [version, ...names]]) => [
        key,
        { version, dependencies: Object.fromEntries(names.map((name) => [name, '*'])) },
      ]),
    ),
  });

/** The packages of an application with one @sentry/core. */
export const LOCKED = {
  'node_modules/@sentry/nextjs': ['11.8.0', '@sentry/core'],
  'node_modules/@sentry/core': ['11.8.0'],
  'node_modules/@adit/next': ['0.1.0', '@adit/monitoring-client'],
  'node_modules/@adit/monitoring-client': ['0.1.0', '@sentry/core'],
} as const;

/** Installed packages, without versions: the ranges of `package.json` count. */
const INSTALLED = Object.fromEntries(
  [...Object.keys(MANIFEST.dependencies), '@sentry/core'].map((name) => [
    `node_modules/${name}/package.json`,
    '{}',
  ]),
);

/** An application of the App Router without problems. */
export const HEALTHY: Overlay = {
  ...INSTALLED,
  'package.json': manifest(),
  'package-lock.json': npmLock(LOCKED),
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
  'adit.config.ts':
    "import { defineAdit } from '@adit/next';\nexport default defineAdit({ name: 'Shop' });\n",
  'next.config.ts': "import { withAdit } from '@adit/next/config';\nexport default withAdit({});\n",
  'instrumentation.ts': "export { register, onRequestError } from '@adit/next/instrumentation';\n",
  'instrumentation-client.ts': "export { onRouterTransitionStart } from '@adit/next/client';\n",
  'app/layout.tsx':
    "import { AditRoot } from '@adit/next/root';\nexport default ({ children }) => <html><body><AditRoot>{children}</AditRoot></body></html>;\n",
  'app/page.tsx': 'export default () => <h1>Shop</h1>;\n',
  'app/error.tsx': "'use client';\nexport { default } from '@adit/next/screens/error';\n",
  'app/global-error.tsx': "'use client';\nexport { default } from '@adit/next/screens/global-error';\n",
  'app/not-found.tsx': "export { default, metadata } from '@adit/next/screens/not-found';\n",
};

/** A repository in memory with these files over the healthy application. */
export function applicationWith(overlay: Overlay = {}): {
  readonly files: ReturnType<typeof memoryFiles>;
  readonly repository: Repository;
} {
  const all = Object.entries({ ...HEALTHY, ...overlay });
  const files = memoryFiles(
    Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined)),
  );
  return { files, repository: readRepository(files) };
}
