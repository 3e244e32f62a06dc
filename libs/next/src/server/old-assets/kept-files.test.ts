/** @jest-environment node */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepBuild } from '../../old-assets/keep-build.ts';
import { createKeptFiles } from './kept-files.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'adit-kept-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('still has the files of builds whose records it has read while the folder cannot be read', async () => {
  const folder = join(root, 'kept');
  mkdirSync(join(root, 'static'));
  writeFileSync(join(root, 'static', 'a.js'), 'a');
  Array.from(keepBuild({ staticFolder: join(root, 'static'), folder, earlierBuilds: 5, now: Date.now() }));
  let nowMs = 0;
  const kept = createKeptFiles({ folder, now: () => nowMs });
  const isThere = async (name: string): Promise<boolean> => {
    const file = await kept.open(name);
    await file?.handle.close();
    return file !== undefined;
  };
  expect(await isThere('a.js')).toBe(true);
  renameSync(join(folder, 'builds'), join(root, 'away'));
  // An unknown name lets it look again.
  nowMs += 1_000;
  expect([await isThere('b.js'), await isThere('a.js')]).toEqual([false, true]);
});
