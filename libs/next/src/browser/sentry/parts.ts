import { flush, getClient, linkedErrorsIntegration, makeFetchTransport } from '@sentry/nextjs';
import { initSdk } from './init-sdk.ts';
import { createLateTracing } from './late-tracing.ts';
import type { Sentry } from './whole.ts';

const tracing = createLateTracing();

/** Sentry's SDK, started from the parts that Adit needs. */
export const sentry: Sentry = {
  captureRouterTransitionStart: tracing.navigate,
  flush,
  getClient,
  init: (options) => initSdk(options, tracing.integration),
  linkedErrorsIntegration,
  loadTracing: tracing.load,
  makeFetchTransport,
};
