import { findUndeclared, missingPeers, packagesIn, undeclaredImports } from './undeclared-imports.mjs';

it('finds nothing in the published packages', () => {
  expect(findUndeclared()).toEqual([]);
});

it('knows the packages that a module imports, types included', () => {
  const text = [
    "import type { Event } from '@sentry/core';",
    "import { readFile } from 'node:fs';",
    "import path from 'path';",
    "import '#sdk';",
    "export * from './near.ts';",
    "export { Agent } from 'undici/types';",
    "const late = () => import('next/link.js');",
    "const old = require('semver');",
  ].join('\n');
  expect(packagesIn(text)).toEqual(['@sentry/core', 'undici', 'next', 'semver']);
});

it('names the import that the manifest does not have', () => {
  const manifest = { name: '@adit/shop', dependencies: { undici: '1' }, peerDependencies: { next: '16' } };
  const modules = new Map([
    ['a.ts', "import 'undici'; import 'next'; import '@adit/shop/config';"],
    ['b.ts', "import type { Event } from '@sentry/core';"],
  ]);
  expect(undeclaredImports(manifest, modules)).toEqual([
    'b.ts imports @sentry/core, which @adit/shop does not declare',
  ]);
});

it('names the peer that a package keeps from its dependency', () => {
  const client = { name: '@adit/client', peerDependencies: { '@sentry/core': '11' } };
  const dependencies = { '@adit/client': '1' };
  expect(missingPeers({ name: '@adit/shop', dependencies }, [client])).toEqual([
    '@adit/shop depends on @adit/client, but does not declare its peer @sentry/core',
  ]);
  const peerDependencies = { '@sentry/core': '11' };
  expect(missingPeers({ name: '@adit/shop', dependencies, peerDependencies }, [client])).toEqual([]);
});
