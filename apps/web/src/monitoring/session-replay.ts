// A chunk of its own, 39 KB gzipped, that only recorded visits fetch.
export { replayIntegration } from '@sentry/nextjs';
