import { expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderFiles } from '../testing/folder-files.helper.ts';
import { readRepository } from '@adit/codebase';
import { CHECKS } from './all-checks.ts';
import { diagnose } from './diagnose.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const folders = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it('there are examples, most of them of Next', () => {
  expect(folders.filter((name) => name.startsWith('next-')).length).toBeGreaterThan(6);
});

// They are installed separately, from tarballs.
it.each(folders)('finds nothing wrong with examples/%s', (name) => {
  const files = folderFiles(join(EXAMPLES, name));
  const { findings } = diagnose(readRepository(files), files);

  expect(findings.filter(({ check, level }) => level !== 'ok' && check !== 'installed')).toEqual([]);
  // The others are not Next applications.
  expect(findings.length).toBe(name.startsWith('next-') ? CHECKS.length : 0);
});
