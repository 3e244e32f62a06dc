// A separate chunk: what only sampled page loads and navigations need of Sentry's tracing.
import { browserTracingIntegration, captureRouterTransitionStart } from '@sentry/nextjs';
import { prepare } from '../sdk.ts';

// Turbopack cuts a chunk into what other chunks need of it and the rest. This one needs all of the SDK's.
void prepare;

/** Sentry's tracing. An object, because of a module that only exports others, bundlers leave out the rest. */
export const tracing = { browserTracingIntegration, captureRouterTransitionStart };
