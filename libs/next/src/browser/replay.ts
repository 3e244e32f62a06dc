// A chunk of its own, which only recorded visits fetch.
export { replayIntegration } from '@sentry/nextjs';
