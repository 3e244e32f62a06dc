import { dirname, join } from 'node:path';

/** The workspace's folder, seen from a test in this folder. Jest runs these as CommonJS, which has no `import.meta`. */
export const workspaceRoot = () => join(dirname(expect.getState().testPath), '../..');
