import { fileURLToPath } from 'node:url';

// The app is built in tools/bench/router/test-output/next-links; packages are the workspace's.
const root = fileURLToPath(new URL('../../../../..', import.meta.url));

export default { turbopack: { root }, outputFileTracingRoot: root, poweredByHeader: false };
