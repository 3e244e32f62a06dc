import { readdirSync, type Dirent } from 'node:fs';

/** The entries of a folder; none if it cannot be read. */
export function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
