import {
  captureRouterTransitionStart,
  flush,
  getClient,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/nextjs';
import { initSdk } from './init-sdk.ts';
import type { Sentry } from './whole.ts';

/** Sentry's SDK, started from the parts that Adit needs. */
export const sentry: Sentry = {
  captureRouterTransitionStart,
  flush,
  getClient,
  init: initSdk,
  linkedErrorsIntegration,
  makeFetchTransport,
};
