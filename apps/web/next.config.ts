import type { NextConfig } from 'next';
import { withSentryConfig } from '@sentry/nextjs/config';

// Nx runs this file to learn the project's targets, before any library is built: it must not import one.
const nextConfig: NextConfig = {
  poweredByHeader: false,
  // The typecheck target does it, from sources and with its own cache.
  typescript: { ignoreBuildErrors: true },
  // 300 seconds, as `presets.spec` of @adit/router has it; Next's own prefetch cache keeps to this one.
  experimental: { authInterrupts: true, staleTimes: { static: 300 } },
};

export default withSentryConfig(nextConfig, {
  release: { name: process.env.NEXT_PUBLIC_SENTRY_RELEASE, create: false, finalize: false },
  sourcemaps: { disable: true },
  telemetry: false,
  silent: true,
});
