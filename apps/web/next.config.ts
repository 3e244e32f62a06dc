import type { NextConfig } from 'next';

const nextConfig: NextConfig = {
  poweredByHeader: false,
  // The typecheck target does it, from sources and with its own cache.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // 300 seconds, as `presets.spec` of @adit/router has it; Next's own prefetch cache keeps to this one.
    staleTimes: { static: 300 },
    globalNotFound: true,
  },
};

// Nx reads this file to learn the project's targets, before any library is built.
export default 'NX_GRAPH_CREATION' in globalThis
  ? nextConfig
  : import('@adit/next/config').then(({ withAdit }) => withAdit(nextConfig));
