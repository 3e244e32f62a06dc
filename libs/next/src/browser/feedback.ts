// A separate chunk, for applications that use feedback.
import { feedbackIntegration } from '@sentry/nextjs';
import { prepare } from './sdk.ts';

// Turbopack cuts a chunk into what other chunks need of it and the rest. This one needs all of the SDK's.
void prepare;

/** A function of its own: of a module that only exports others, bundlers leave out the rest. */
export const loadFeedback = (
  options: Parameters<typeof feedbackIntegration>[0],
): ReturnType<typeof feedbackIntegration> => feedbackIntegration(options);
