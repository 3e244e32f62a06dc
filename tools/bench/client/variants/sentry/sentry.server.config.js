import * as Sentry from '@sentry/nextjs';
import { DSN } from './dsn.js';

// Only static pages are served, so nothing is sent from here.
Sentry.init({ dsn: DSN, tracesSampleRate: 1 });
