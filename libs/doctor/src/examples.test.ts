import { afterAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderFiles } from '../testing/folder-files.helper.ts';
import { FRAMEWORKS, readRepository } from '@adit/codebase';
import { CHECKS, KIT_CHECKS } from './all-checks.ts';
import { diagnose } from './diagnose.ts';

const ROOT = join(import.meta.dirname, '../../..');
const EXAMPLES = join(ROOT, 'examples');
const copies = mkdtempSync(join(tmpdir(), 'adit-examples-'));
afterAll(() => {
  rmSync(copies, { recursive: true });
});
const folders = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it('there are examples, most of them of Next', () => {
  expect(folders.filter((name) => name.startsWith('next-')).length).toBeGreaterThan(6);
});

// They are installed separately, from tarballs.
it.each(folders)('finds nothing wrong with examples/%s', (name) => {
  const copy = join(copies, name);
  execFileSync(process.execPath, [join(ROOT, 'tools/src/copy-example.mjs'), name, copy]);
  const files = folderFiles(copy);
  const repository = readRepository(files);
  const { findings } = diagnose(repository, files, { env: { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'x' } });

  expect(findings.filter(({ check, level }) => level !== 'ok' && check !== 'installed')).toEqual([]);
  const kits = repository.kitApplications.length;
  expect(kits).toBe(name in FRAMEWORKS ? 1 : 0);
  expect(findings.length).toBe(name.startsWith('next-') ? CHECKS.length : kits * KIT_CHECKS.length);
});

it('examples/next-16-app lacks the key of Server Actions, which is a secret', () => {
  const files = folderFiles(join(EXAMPLES, 'next-16-app'));
  const { findings } = diagnose(readRepository(files), files);

  expect(findings.find(({ check }) => check === 'server-actions-key')?.level).toBe('warning');
});
