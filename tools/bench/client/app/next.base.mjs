import { fileURLToPath } from 'node:url';

// The app is built in tools/bench/client/test-output/apps/<variant>; packages are the workspace's.
const root = fileURLToPath(new URL('../../../../../..', import.meta.url));

export const base = { turbopack: { root }, outputFileTracingRoot: root, poweredByHeader: false };
