// A chunk of its own, 39 KB gzipped, that no page fetches unless it is to be recorded.
export { replayIntegration } from '@sentry/nextjs';
