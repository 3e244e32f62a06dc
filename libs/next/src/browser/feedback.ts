// A chunk of its own, for applications that ask for feedback.
export { feedbackIntegration } from '@sentry/nextjs';
