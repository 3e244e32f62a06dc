// An Nx workspace with small Next applications and one library. Packages are links, except those of Adit, which are
// copied from their builds.
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../src/projects.mjs';

/** Adit's packages with their folders. */
const OWN = {
  nx: 'libs/nx-plugin',
  cli: 'apps/cli',
  doctor: 'libs/doctor',
  setup: 'libs/setup',
  codebase: 'libs/codebase',
  common: 'libs/common',
};
const PACKED = ['dist', 'package.json', 'generators.json', 'migrations.json', 'schemas', 'node_modules'];

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

function write(folder, texts) {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function linkPackages(folder) {
  const place = join(folder, 'node_modules');
  mkdirSync(join(place, '@adit'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@adit' && name !== '.bin') symlinkSync(join(ROOT, 'node_modules', name), join(place, name));
  for (const [name, own] of Object.entries(OWN))
    for (const part of readdirSync(join(ROOT, own)).filter((one) => PACKED.includes(one)))
      cpSync(join(ROOT, own, part), join(place, '@adit', name, part), {
        recursive: true,
        verbatimSymlinks: true,
      });
}

const application = (name) => ({
  'package.json': json({
    name: `@acme/${name}`,
    version: '1.0.0',
    private: true,
    scripts: { build: 'next build' },
    dependencies: { next: '16.4.5', react: '19.3.1', 'react-dom': '19.3.1' },
  }),
  'tsconfig.json': '{}\n',
  'next.config.ts': 'export default {};\n',
  'app/layout.tsx': [
    'export default function Layout({ children }: { children: React.ReactNode }) {',
    '  return (',
    '    <html lang="en">',
    '      <body>{children}</body>',
    '    </html>',
    '  );',
    '}',
    '',
  ].join('\n'),
  'app/page.tsx': 'export default function Page() {\n  return <h1>Shop</h1>;\n}\n',
});

/** Writes the workspace into an empty folder and returns the names of its applications. */
export function writeWorkspace(folder, count) {
  const names = Array.from({ length: count }, (_, index) => `shop-${index + 1}`);
  write(folder, {
    '.gitignore': 'node_modules\n.nx\n',
    'nx.json': json({ analytics: false, neverConnectToCloud: true, useDaemonProcess: false }),
    'package.json': json({
      name: '@acme/workspace',
      private: true,
      workspaces: ['apps/*', 'libs/*'],
      devDependencies: { nx: '23.2.1' },
    }),
    'package-lock.json': json({ name: '@acme/workspace', lockfileVersion: 3, packages: {} }),
    'libs/notes/package.json': json({ name: '@acme/notes', version: '1.0.0', scripts: { build: 'true' } }),
  });
  for (const name of names) write(join(folder, 'apps', name), application(name));
  linkPackages(folder);
  return names;
}
