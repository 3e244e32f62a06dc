// What `npx @sentry/wizard -i nextjs` writes without session replay, and the tunnel.
import * as Sentry from '@sentry/nextjs';
import { DSN, TUNNEL } from '../dsn.js';

Sentry.init({ dsn: DSN, tunnel: TUNNEL, tracesSampleRate: 1 });

export const onRouterTransitionStart = Sentry.captureRouterTransitionStart;
