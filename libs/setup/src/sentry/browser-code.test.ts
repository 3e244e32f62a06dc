import { expect, it } from '@jest/globals';
import { readRepository } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import { browserCode } from './browser-code.ts';

const SDK = "import * as Sentry from '@sentry/nextjs';\nSentry.captureMessage('a');\n";
const pathsOf = (contents: Record<string, string>): readonly string[] => {
  const files = memoryFiles({
    'package.json': '{ "dependencies": { "next": "16" } }',
    'pages/api/a.ts': SDK,
    ...contents,
  });
  const [application] = readRepository(files).applications;
  return application ? browserCode(files, application).map(({ path }) => path) : [];
};

it.each<[string, Record<string, string>, boolean]>([
  ['a value', { 'a.ts': "'use client';\nimport { b } from './b';\nb();\n" }, true],
  ['a default', { 'a.ts': "'use client';\nimport b from './b';\nb();\n" }, true],
  ['a namespace', { 'a.ts': "'use client';\nimport * as b from './b';\nb.c();\n" }, true],
  ['nothing', { 'a.ts': "'use client';\nimport './b';\n" }, true],
  ['all that it passes on', { 'a.ts': "'use client';\nexport * from './b';\n" }, true],
  ['a type', { 'a.ts': "'use client';\nimport { B } from './b';\nlet c: B;\n" }, false],
  ['a type, as it says', { 'a.ts': "'use client';\nimport type { B } from './b';\n" }, false],
  ['it late', { 'a.ts': "'use client';\nimport('./b');\n" }, false],
  [
    'it for the server',
    { 'pages/a.ts': "import { b } from '../b';\nexport function getServerSideProps() {\n  b();\n}\n" },
    false,
  ],
  [
    'it for the server, as a constant',
    { 'pages/a.ts': "import { b } from '../b';\nexport const getStaticProps = () => b();\n" },
    false,
  ],
  ['it in a page', { 'pages/a.ts': "import { b } from '../b';\nexport default () => b();\n" }, true],
])('a module that imports %s loads the other: %#', (_what, contents, isLoaded) => {
  expect(pathsOf({ 'b.ts': SDK, ...contents })).toEqual(isLoaded ? ['b.ts'] : []);
});

it('leaves out modules for servers, of types and without the SDK', () => {
  const page =
    "'use client';\nimport { b } from './b';\nimport { c } from './c';\nb(c);\ninterface D { b: 1 }\n";
  expect(
    pathsOf({ 'a.ts': page, 'b.ts': `import 'server-only';\n${SDK}`, 'c.ts': 'export const c = 1;' }),
  ).toEqual([]);
});
