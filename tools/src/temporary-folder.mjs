import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = [];

/** Creates an empty folder, and removes it at the end of the test file that imports this. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'adit-tools-'));
  made.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});
