import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReports } from './api-reports.mjs';

const MANIFEST = {
  name: 'fixture',
  type: 'module',
  exports: {
    '.': { types: './index.d.ts' },
    './texts/*': { types: './texts-*.d.ts' },
    './package.json': './package.json',
  },
};
const INDEX = `interface Options {
  /** Most of them. */
  readonly limit?: number;
}
export declare function start(options?: Options): Request;
`;

let path;

beforeAll(() => {
  path = mkdtempSync(join(tmpdir(), 'adit-api-fixture-'));
  writeFileSync(join(path, 'package.json'), JSON.stringify(MANIFEST));
  writeFileSync(join(path, 'texts-de.d.ts'), 'export declare const title: string;\n');
});

afterAll(() => rmSync(path, { recursive: true }));

function reportsOf(index) {
  writeFileSync(join(path, 'index.d.ts'), index);
  return createReports([{ path, manifest: MANIFEST }]);
}

it('reports what each entry point exports, with the types that are only part of a signature', () => {
  const reports = reportsOf(INDEX);

  expect([...reports.keys()]).toEqual([join(path, 'api/index.api.md'), join(path, 'api/texts.api.md')]);
  const [index, texts] = [...reports.values()];
  expect(index).toContain('export function start(options?: Options): Request;');
  expect(index).toContain('readonly limit?: number;');
  expect(texts).toContain('export const title: string;');
});

it.each([
  ['an optional field becomes required', INDEX.replace('limit?:', 'limit:')],
  ['an export goes', 'export {};\n'],
  ['an export comes', `${INDEX}export declare const VERSION: string;\n`],
])('is another one if %s', (_change, changed) => {
  const [before] = reportsOf(INDEX).values();
  const [after] = reportsOf(changed).values();

  expect(after).not.toBe(before);
});

it('is the same if only the words of a comment change (control)', () => {
  const [before] = reportsOf(INDEX).values();
  const [after] = reportsOf(INDEX.replace('Most of them', 'At most')).values();

  expect(after).toBe(before);
});
