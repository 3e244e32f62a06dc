// Written by `npx @sentry/wizard -i nextjs` with every feature selected, plus the tunnel. Logs need no line: they are
// on by default since version 10.71 (https://github.com/getsentry/sentry-wizard/pull/1329).
import * as Sentry from '@sentry/nextjs';
import { DSN, TUNNEL } from '../dsn.js';

Sentry.init({
  dsn: DSN,
  tunnel: TUNNEL,
  integrations: [Sentry.replayIntegration()],
  tracesSampleRate: 1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
});

export const onRouterTransitionStart = Sentry.captureRouterTransitionStart;
