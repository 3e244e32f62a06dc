import type { Monitoring } from './define-monitoring.ts';

/**
 * The public values as `NEXT_PUBLIC_…` variables, for a bundler to inline while it builds (`env` in next.config). Platforms
 * keep a commit SHA in variables that browser bundles do not see; inlining it once gives client, server and edge the same
 * release, fixed at build time.
 */
export function toBuildEnvironment({ dsn, environment, release }: Monitoring): Record<string, string> {
  return {
    ...(dsn !== undefined && { NEXT_PUBLIC_SENTRY_DSN: dsn }),
    NEXT_PUBLIC_SENTRY_ENVIRONMENT: environment,
    ...(release !== undefined && { NEXT_PUBLIC_SENTRY_RELEASE: release }),
  };
}
