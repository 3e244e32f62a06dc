import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependenciesOf, refused } from './licences.mjs';
import { createSbom } from './sbom.mjs';
import { workspaceRoot } from './workspace-root.mjs';

let bill;

beforeAll(() => {
  bill = JSON.parse(createSbom());
});

it('the bill of materials has every published package and what npm installs with it, and no tool of ours', () => {
  const names = dependenciesOf(bill).map(([name]) => name);
  const own = bill.components.filter(({ group }) => group === '@adit').map(({ name }) => name);

  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  expect(own).toEqual(expect.arrayContaining(['common', 'next', 'router', 'tunnel', 'tunnel-server']));
  expect(own).not.toContain('testing');
  expect(names).toEqual(expect.arrayContaining(['undici', '@opentelemetry/sdk-metrics']));
  expect(names).not.toContain('eslint');
});

it('each licence is one that applications may take without asking', () => {
  expect(refused(dependenciesOf(bill))).toEqual([]);
});

it('refuses other licences, and packages without one (control)', () => {
  const components = [
    { name: 'free', version: '1.0.0', licenses: [{ license: { id: 'MIT' } }] },
    { name: 'shared', version: '1.0.0', licenses: [{ license: { id: 'GPL-3.0-only' } }] },
    { name: 'either', version: '1.0.0', licenses: [{ expression: '(MIT OR GPL-3.0-only)' }] },
    { name: 'silent', version: '1.0.0', components: [{ group: '@x', name: 'inner', version: '2.0.0' }] },
  ];

  expect(refused(dependenciesOf({ components })).map(([name]) => name)).toEqual([
    '@x/inner',
    'either',
    'shared',
    'silent',
  ]);
});

it('docs/dependencies.md lists them; `npm run sbom` writes it', () => {
  const document = readFileSync(join(workspaceRoot(), 'docs/dependencies.md'), 'utf8');
  const rows = [...document.matchAll(/^\| (\S+)\s+\| (\d\S*)\s+\| (.+?)\s*\|$/gm)].map((row) => row.slice(1));

  expect(rows).toEqual(dependenciesOf(bill));
});
