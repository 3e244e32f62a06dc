import type { NextConfig } from 'next';
import { withSentryConfig } from '@sentry/nextjs/config';
import { deriveRelease } from '@adit/monitoring-config';
import { presets } from '@adit/router';
import packageJson from './package.json' with { type: 'json' };

/** Fixed here, at build time, for browser, server and edge alike. */
const release = deriveRelease(process.env) ?? `adit-web@${packageJson.version}`;

const nextConfig: NextConfig = {
  env: { NEXT_PUBLIC_SENTRY_RELEASE: release },
  poweredByHeader: false,
  // The typecheck target does it, from sources and with its own cache.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    authInterrupts: true,
    staleTimes: { static: presets.spec.prefetchStaleTimeMs / 1_000 },
  },
};

export default withSentryConfig(nextConfig, {
  release: { name: release, create: false, finalize: false },
  sourcemaps: { disable: true },
  telemetry: false,
  silent: true,
});
