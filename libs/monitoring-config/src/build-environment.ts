import type { Monitoring } from './define-monitoring.ts';

/**
 * Returns DSN, environment and release as `NEXT_PUBLIC_…` variables for `env` in next.config. Next inlines them, so that client, server and edge
 * have the release of the build. Platforms set the commit SHA in variables that browser bundles cannot read.
 */
export function toBuildEnvironment({ dsn, environment, release }: Monitoring): Record<string, string> {
  return {
    ...(dsn !== undefined && { NEXT_PUBLIC_SENTRY_DSN: dsn }),
    NEXT_PUBLIC_SENTRY_ENVIRONMENT: environment,
    ...(release !== undefined && { NEXT_PUBLIC_SENTRY_RELEASE: release }),
  };
}
