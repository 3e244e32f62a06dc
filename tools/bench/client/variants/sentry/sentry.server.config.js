import * as Sentry from '@sentry/nextjs';
import { DSN } from './dsn.js';

// Static pages are all that is served: nothing is sent from here.
Sentry.init({ dsn: DSN, tracesSampleRate: 1 });
