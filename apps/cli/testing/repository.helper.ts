import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Texts of files by their paths. */
export type Texts = Readonly<Record<string, string>>;

/** Creates a repository with these files in a new folder, and returns the folder. */
export function makeRepository(texts: Texts): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'adit-cli-')));
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** The texts of all files in a folder, except in those named. */
export function textsOf(root: string, skipped: readonly string[] = ['.git', 'node_modules']): Texts {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !skipped.some((name) => path.startsWith(join(root, name, '/'))))
    .sort();
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]));
}

/** An application of the App Router. */
export const appRouter = (folder = '', name = 'shop'): Texts => {
  const at = folder === '' ? '' : `${folder}/`;
  const manifest = {
    name,
    dependencies: { next: '16.4.5', react: '19.3.1', 'react-dom': '19.3.1' },
  };
  return {
    [`${at}package.json`]: `${JSON.stringify(manifest, undefined, 2)}\n`,
    [`${at}tsconfig.json`]: '{}\n',
    [`${at}next.config.ts`]: 'const nextConfig = {};\n\nexport default nextConfig;\n',
    [`${at}app/layout.tsx`]: [
      'export default function Layout({ children }: { children: React.ReactNode }) {',
      '  return (',
      '    <html lang="en">',
      '      <body>{children}</body>',
      '    </html>',
      '  );',
      '}',
      '',
    ].join('\n'),
    [`${at}app/page.tsx`]: 'export default function Page() {\n  return <h1>Shop</h1>;\n}\n',
  };
};
