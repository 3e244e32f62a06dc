import { expect, it } from '@jest/globals';
import { applicationWith, type Overlay } from '../../testing/applications.helper.ts';
import { createReader } from '@adit/codebase/source';
import { browserModules } from './browser-modules.ts';

function paths(overlay: Overlay): string[] {
  const { files, repository } = applicationWith(overlay);
  const [application] = repository.applications;
  if (application === undefined) throw new Error('no application');
  return browserModules({ repository, application, reader: createReader(files), context: {} })
    .map(({ path }) => path)
    .filter((path) => !/^(?:adit|instrumentation-client|app\/(?:global-)?error)/.test(path));
}

it('follows imports from modules with use client', () => {
  expect(
    paths({
      'app/page.tsx': "'use strict';\nimport { Button } from './button';\nimport 'react';\n",
      'app/button.tsx':
        "'use strict';\n'use client';\nimport { a } from '../lib/a.js';\nimport('../lib/late');\n",
      'lib/a.ts': "export * from './b';\nimport './missing';\n",
      'lib/b/index.js': "import '../a';\n",
      'lib/late.ts': '',
    }),
  ).toEqual(['app/button.tsx', 'lib/a.ts', 'lib/b/index.js']);
});

it('follows a module that the server has, too', () => {
  expect(
    paths({
      'app/page.tsx': "import '../shared';\nimport './client';\n",
      'app/client.tsx': "'use client';\nimport '../shared';\n",
      'shared.ts': '',
    }),
  ).toEqual(['app/client.tsx', 'shared.ts']);
});

it('starts with the pages of the Pages Router, without its API', () => {
  expect(
    paths({ 'pages/a.tsx': "import '@/b';", 'b.jsx': '', 'pages/api/c.ts': '', 'pages/d.css': '' }),
  ).toEqual(['pages/a.tsx', 'b.jsx']);
});

it('finds modules by the paths of TypeScript’s configuration', () => {
  expect(
    paths({
      'tsconfig.json': undefined,
      'jsconfig.json':
        '{ "compilerOptions": { "baseUrl": "./src", "paths": { "~/*.x": ["lib/*"], "exact": ["exact.ts"], "none": 1 } } }',
      'tsconfig.base.json':
        '{ "compilerOptions": { "paths": { "@acme/ui": ["libs/missing.ts", "libs/ui/index.ts"] } } }',
      'app/page.tsx':
        "'use client';\nimport '~/a.x';\nimport '~/';\nimport 'exact';\nimport '@acme/ui';\nimport 'exactly';\n",
      'src/lib/a.ts': '',
      'src/exact.ts': '',
      'src/exactly.ts': '',
      'libs/ui/index.ts': '',
    }),
  ).toEqual(['app/page.tsx', 'src/lib/a.ts', 'src/exact.ts', 'libs/ui/index.ts']);
});

it('reads no file that is too large, and no more modules than it may', () => {
  expect(paths({ 'app/page.tsx': `'use client';${' '.repeat(1_000_001)}` })).toEqual([]);
  const many = Array.from({ length: 2_100 }, (_none, index) => [`lib/${index}.ts`, ''] as const);
  const page = `'use client';\n${many.map(([path]) => `import '../${path}';`).join('\n')}`;
  expect(paths({ ...Object.fromEntries(many), 'app/page.tsx': page }).length).toBeLessThan(2_000);
});
