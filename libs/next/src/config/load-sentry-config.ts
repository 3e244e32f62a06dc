import { createRequire } from 'node:module';
import type * as SentryConfig from '@sentry/nextjs/config';

type WithSentryConfig = typeof SentryConfig.withSentryConfig;

/** `withSentryConfig` of the SDK. Since 10.7x it has a separate entry; before, it is in the SDK's root. */
export function loadSentryConfig(): WithSentryConfig {
  const require = createRequire(import.meta.url);
  const load = (name: string) => (require(name) as { withSentryConfig: WithSentryConfig }).withSentryConfig;
  try {
    return load('@sentry/nextjs/config');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
    return load('@sentry/nextjs');
  }
}
