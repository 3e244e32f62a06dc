// Starts the SDK as its documentation recommends: with the page, before anything else.
import * as Sentry from '@sentry/browser';
import { options } from './options.mjs';

Sentry.init({ ...options, integrations: [Sentry.browserTracingIntegration()] });
window.captureError = (error) => Sentry.captureException(error);
