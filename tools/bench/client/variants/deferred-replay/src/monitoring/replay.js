import { replayIntegration } from '@sentry/nextjs';

export const replay = replayIntegration();
