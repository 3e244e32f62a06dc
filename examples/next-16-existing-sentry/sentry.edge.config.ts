// This file configures the initialization of Sentry for edge features (middleware, edge routes, and so on).
// https://docs.sentry.io/platforms/javascript/guides/nextjs/

import * as Sentry from '@sentry/nextjs';

Sentry.init({
  dsn: process.env['SENTRY_DSN'] ?? '',
  tracesSampleRate: 0.25,
  integrations: [Sentry.extraErrorDataIntegration({ depth: 2 })],
  beforeSend: (event) => ({ ...event, tags: { ...event.tags, team: 'checkout-servers' } }),
});
