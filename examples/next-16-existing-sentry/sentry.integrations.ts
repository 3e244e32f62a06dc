import { extraErrorDataIntegration } from '@sentry/nextjs';

export const integrations = [extraErrorDataIntegration({ depth: 2 })];
