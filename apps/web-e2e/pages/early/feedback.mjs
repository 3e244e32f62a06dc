export { feedbackIntegration } from '@sentry/browser';
