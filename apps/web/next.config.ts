import type { NextConfig } from 'next';

const nextConfig: NextConfig = {
  poweredByHeader: false,
  // The typecheck target does this, from sources and with its own cache.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // 300 seconds, as in `presets.spec` of @adit/router. Next's own prefetch cache uses it.
    staleTimes: { static: 300 },
    globalNotFound: true,
  },
};

// Nx reads this file to find the project's targets, before any library is built.
export default 'NX_GRAPH_CREATION' in globalThis
  ? nextConfig
  : import('@adit/next/config').then(({ withAdit }) => withAdit(nextConfig));
