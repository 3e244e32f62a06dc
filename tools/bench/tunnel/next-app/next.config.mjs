import { withSentryConfig } from '@sentry/nextjs/config';
import { fileURLToPath } from 'node:url';
import { INGEST_ORIGIN, REWRITES_PATH } from '../setting.mjs';

// The SDK's own switch for its tests: the rules are unchanged, only sentry.io is replaced by the local ingest.
process.env._SENTRY_TUNNEL_DESTINATION_OVERRIDE = `${INGEST_ORIGIN}/api/:projectid/envelope/?hsts=0`;
// Only the rewrites are used, so that the SDK's other changes to a build do not affect the other routes.
const { rewrites } = withSentryConfig({}, { tunnelRoute: REWRITES_PATH, telemetry: false, silent: true });

const root = fileURLToPath(new URL('../../../..', import.meta.url));

export default { rewrites, turbopack: { root }, outputFileTracingRoot: root, poweredByHeader: false };
