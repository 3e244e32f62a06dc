/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOwnStatuses } from './find-own-statuses.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'adit-statuses-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const OURS = `export { default } from '@adit/next/screens/not-found';`;

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

it.each<[string, Record<string, string>, number[]]>([
  ['none', {}, []],
  [
    'one of each',
    {
      'app/not-found.tsx': OURS,
      'app/forbidden.jsx': OURS,
      'app/unauthorized.ts': OURS,
      'app/error.js': OURS,
    },
    [401, 403, 404, 500],
  ],
  ['below src, a language and a group', { 'src/app/[locale]/(shop)/not-found.tsx': OURS }, [404]],
  ['with other endings', { 'app/not-found.page.tsx': OURS }, [404]],
  [
    'drawn by the application with the kit',
    { 'app/global-not-found.tsx': `import { NotFoundScreen } from "@adit/fallback-ui";` },
    [404],
  ],
  ['the application’s own', { 'app/not-found.tsx': 'export default () => null;' }, []],
  [
    'one of two the application’s own',
    {
      'app/error.tsx': OURS,
      'app/global-error.tsx': OURS,
      'app/a/error.tsx': 'own',
      'app/forbidden.tsx': OURS,
    },
    [403],
  ],
  [
    'files that Next does not read',
    {
      'app/_parts/error.tsx': 'own',
      'app/error.tsx': OURS,
      'app/my-error.tsx': 'own',
      'not-found.tsx': OURS,
    },
    [500],
  ],
])('%s', (_what, files, statuses) => {
  write(files);
  expect(findOwnStatuses(root).sort()).toEqual(statuses);
});
