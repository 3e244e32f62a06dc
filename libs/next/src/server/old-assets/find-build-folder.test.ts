/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBuildFolder } from './find-build-folder.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-build-'));
  mkdirSync(join(root, '.next/server/chunks/ssr'), { recursive: true });
  mkdirSync(join(root, '.next/static'));
  writeFileSync(join(root, '.next/BUILD_ID'), 'id');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('is the folder of the build above a running chunk', () => {
  expect(findBuildFolder(['node:internal/modules', join(root, '.next/server/chunks/ssr/1.js')])).toBe(
    join(root, '.next'),
  );
});

it('is undefined for code outside a build', () => {
  expect(findBuildFolder()).toBeUndefined();
  expect(findBuildFolder([join(root, 'a/b/c.js')])).toBeUndefined();
});
