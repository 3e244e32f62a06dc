import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { describe, expect, it } from '@jest/globals';
import { renameImports } from './rename-imports.ts';
import { RENAMED_EXPORTS } from './renamed-exports.ts';
import { renameExports } from './update-1-0-0.ts';

const LIBS = join(__dirname, '../../..');

describe('a module', () => {
  it.each([
    [
      'by another name keeps its own',
      `import { drawReplay } from '@adit/monitoring-config';`,
      `import { sampleSessionReplay as drawReplay } from '@adit/monitoring-config';`,
    ],
    [
      'under an alias keeps the alias',
      `import { drawReplay as draw } from "@adit/monitoring-config"`,
      `import { sampleSessionReplay as draw } from "@adit/monitoring-config"`,
    ],
    [
      'from another entry point',
      `import { governPrefetches } from '@adit/router/browser';`,
      `import { governPrefetches } from '@adit/router/governor';`,
    ],
    [
      'among others',
      `import { watchIntents, governPrefetches } from '@adit/router/browser';`,
      `import { watchIntents } from '@adit/router/browser';\nimport { governPrefetches } from '@adit/router/governor';`,
    ],
    [
      'from two entry points',
      `import { createSkewMonitor, treatmentOf } from '@adit/router/skew';`,
      `import { createSkewMonitor } from '@adit/router/monitors';\nimport { treatmentOf } from '@adit/router/failures';`,
    ],
    [
      'by type',
      `import type { RecoverMissingScriptsOptions } from '@adit/router/browser';`,
      `import type { RecoverMissingChunksOptions as RecoverMissingScriptsOptions } from '@adit/router/browser';`,
    ],
    [
      'by type, to another place',
      `import type { treatmentOf, createSkewMonitor } from '@adit/router/skew';`,
      `import type { treatmentOf } from '@adit/router/failures';\nimport type { createSkewMonitor } from '@adit/router/monitors';`,
    ],
    [
      'by type among values',
      `import { recoverMissingScripts, type RecoverMissingScriptsOptions as O } from '@adit/router/browser';`,
      `import { recoverMissingChunks as recoverMissingScripts, type RecoverMissingChunksOptions as O } from '@adit/router/browser';`,
    ],
    [
      'that it exports itself',
      `export { MissingScriptScreen } from '@adit/router/next';`,
      `export { MissingChunkScreen as MissingScriptScreen } from '@adit/router/next';`,
    ],
    [
      'that it exports itself, in two places',
      `export { faultResponse, locales } from '@adit/fallback-ui/document';`,
      `export { faultResponse } from '@adit/fallback-ui/document';\nexport { locales } from '@adit/fallback-ui/texts';`,
    ],
  ])('that imports %s', (_case, before, after) => {
    const around = (line: string): string => `// First.\nconst a = 1;\n${line} // Last.\nuse( a );\n`;

    expect(renameImports('a.ts', around(before))).toBe(around(after));
    expect(renameImports('a.ts', around(after))).toBeUndefined();
  });

  it.each([
    `import { parseDsn } from '@adit/common';`,
    `import { watchIntents } from '@adit/router/browser';`,
    `import * as router from '@adit/router/skew';`,
    `import '@adit/router/skew';`,
    `export * from '@adit/router/skew';`,
    `import { drawReplay } from './own';\nconst note = '@adit/monitoring-config';`,
    `import config = require('@adit/monitoring-config');`,
  ])('stays as it is: %s', (text) => {
    expect(renameImports('a.ts', text)).toBeUndefined();
  });
});

it.each(
  RENAMED_EXPORTS.flatMap(({ entry, names, to = entry }) => Object.values(names).map((name) => [name, to])),
)('%s is exported by %s', (name, entry) => {
  const [, library = '', rest = ''] = /^@adit\/([^/]+)(.*)$/.exec(entry) ?? [];
  const manifest = JSON.parse(readFileSync(join(LIBS, library, 'package.json'), 'utf8')) as {
    exports: Record<string, { '@adit/source': string }>;
  };
  const source = manifest.exports[`.${rest}`]!['@adit/source'];

  expect(readFileSync(join(LIBS, library, source), 'utf8')).toMatch(new RegExp(`\\b${name}\\b`));
});

it('changes the modules of a workspace, whatever their language, and nothing else', () => {
  const tree = createTreeWithEmptyWorkspace();
  const before = `import { drawReplay } from '@adit/monitoring-config';\n`;
  tree.write('apps/shop/a.tsx', before);
  tree.write('libs/b/src/b.mjs', before);
  tree.write('notes.txt', before);
  tree.write('c.ts', 'export {};\n');

  renameExports(tree);

  const after = `import { sampleSessionReplay as drawReplay } from '@adit/monitoring-config';\n`;
  expect(
    ['apps/shop/a.tsx', 'libs/b/src/b.mjs', 'notes.txt', 'c.ts'].map((path) => tree.read(path, 'utf-8')),
  ).toEqual([after, after, before, 'export {};\n']);
});

it('is in migrations.json, where the build puts it', () => {
  const { generators } = JSON.parse(readFileSync(join(__dirname, '../../migrations.json'), 'utf8')) as {
    generators: Record<string, { implementation: string }>;
  };

  expect(Object.values(generators).map(({ implementation }) => implementation)).toEqual([
    './dist/migrations/update-1-0-0#renameExports',
  ]);
});
