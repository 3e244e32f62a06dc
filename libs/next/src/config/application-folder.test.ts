/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findApplicationFolder, readStack, type Start } from './application-folder.ts';

let root: string;
let shop: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit folder-'));
  shop = join(root, 'apps/shop');
  mkdirSync(shop, { recursive: true });
  writeFileSync(join(shop, 'next.config.ts'), '');
});
afterEach(() => rmSync(root, { recursive: true }));

const find = (start: Partial<Start> = {}): string =>
  findApplicationFolder({ argv: ['node', 'next', 'build'], cwd: root, stack: 'Error', ...start });
const frame = (path: string): string =>
  `Error\n    at withAdit (/x/@adit/next/dist/config/with-adit.js:4:1)\n    at ${path}`;

it('is the one that the command names', () => {
  expect(find({ argv: ['node', 'next', 'build', '--webpack', 'apps/shop'] })).toBe(shop);
  expect(find({ argv: ['node', 'next', 'build', shop] })).toBe(shop);
});

it('is the current one, also if its configuration has another’s', () => {
  expect(
    find({ cwd: shop, stack: frame(`${pathToFileURL(join(root, 'tools/next.config.js')).href}:1:1`) }),
  ).toBe(shop);
});

it.each([
  ['an ES module', (folder: string) => `${pathToFileURL(join(folder, 'next.config.mjs')).href}:7:16`],
  ['TypeScript', (folder: string) => `Object.<anonymous> (${join(folder, 'next.config.compiled.js')}:12:24)`],
  ['CommonJS', (folder: string) => `Object.<anonymous> (${join(folder, 'next.config.js')}:3:18)`],
  [
    'one that Next imports again',
    (folder: string) => `async ${pathToFileURL(join(folder, 'next.config.mjs')).href}?t=1:7:16`,
  ],
])('is that of the configuration that calls, in a process that Next starts: %s', (_kind, at) => {
  expect(find({ argv: ['node', 'worker.js'], stack: frame(at(shop)) })).toBe(shop);
});

it('is that of the outer configuration, if a shared one calls', () => {
  const shared = `Object.base (${join(root, 'tools/next.config.js')}:1:1)\n    at Object.<anonymous> (${join(shop, 'next.config.js')}:3:18)`;
  expect(find({ stack: frame(shared) })).toBe(shop);
});

it('is the current one if nothing says better', () => {
  expect(find()).toBe(root);
  expect(find({ argv: ['node', 'next', 'build', 'apps/other'] })).toBe(root);
});

it('reads the whole stack, and leaves its limit as it was', () => {
  const { stackTraceLimit } = Error;
  const deep = (levels: number): string => (levels > 0 ? deep(levels - 1) : readStack());
  expect(deep(30).split('\n').length).toBeGreaterThan(30);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});
