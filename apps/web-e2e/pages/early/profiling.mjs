export { browserProfilingIntegration } from '@sentry/browser';
