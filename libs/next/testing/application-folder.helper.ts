import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder of an application, empty at the start of each test. */
export interface ApplicationFolder {
  readonly path: string;
  readonly write: (path: string, text?: string) => void;
}

/** Gives each test a folder, and the environment of a production build with Turbopack. */
export function useApplicationFolder(): ApplicationFolder {
  const original = process.env;
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'adit-next-'));
    const { PATH, HOME } = original;
    process.env = { PATH, HOME, NODE_ENV: 'production', TURBOPACK: '1' };
  });
  afterEach(() => {
    process.env = original;
    rmSync(root, { recursive: true });
  });
  return {
    get path() {
      return root;
    },
    write: (path, text = '') => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
  };
}
