import { dirname, join } from 'node:path';

/** The workspace's folder, seen from a test of this folder. Jest runs these as CommonJS, where `import.meta` is not known. */
export const workspaceRoot = () => join(dirname(expect.getState().testPath), '../..');
