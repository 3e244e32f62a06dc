// Written by `npx @sentry/wizard -i nextjs` without session replay, plus the tunnel.
import * as Sentry from '@sentry/nextjs';
import { DSN, TUNNEL } from '../dsn.js';

Sentry.init({ dsn: DSN, tunnel: TUNNEL, tracesSampleRate: 1 });

export const onRouterTransitionStart = Sentry.captureRouterTransitionStart;
