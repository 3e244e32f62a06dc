import { withSentryConfig } from '@sentry/nextjs/config';
import { base } from './next.base.mjs';

// As the wizard writes it, without uploads, because there is no account.
export default withSentryConfig(base, { sourcemaps: { disable: true }, telemetry: false, silent: true });
