// Imported by name, so that unused code stays out of the chunk.
import {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
} from '@sentry/nextjs';
import { isNotFoundDocument } from '@adit/monitoring-client';
import { toClientOptions } from '@adit/monitoring-config';
import { description } from './description.js';

export const sdk = {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
};

export const options = toClientOptions(description, {
  sdk,
  isNotFoundPage: () => isNotFoundDocument(globalThis.performance),
});
