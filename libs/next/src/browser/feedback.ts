// A separate chunk, for applications that use feedback.
export { feedbackIntegration } from '@sentry/nextjs';
