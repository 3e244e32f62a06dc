import * as Sentry from '@sentry/nextjs';
import { defineMonitoring, parseRuntimeConfig, toClientOptions } from '@adit/monitoring-config';
import {
  isNotFoundDocument,
  readRuntimeAttribute,
  startMonitoring,
  type MonitoringHandle,
} from '@adit/monitoring-client';
import { browserOutcomes } from './tab-outcomes';

let handle: MonitoringHandle | undefined;

/** Starts monitoring with what the server wrote into the document. */
export function startBrowserMonitoring(): void {
  const monitoring = defineMonitoring(
    {},
    {
      ...parseRuntimeConfig(readRuntimeAttribute(document, 'data-monitoring')),
      release: process.env.NEXT_PUBLIC_SENTRY_RELEASE,
    },
  );
  const options = toClientOptions(monitoring, {
    sdk: Sentry,
    log: browserOutcomes,
    isNotFoundPage: () => isNotFoundDocument(performance),
  });
  handle = startMonitoring({ sdk: Sentry, options });
}

/** Reports what an error screen caught; a no-op where monitoring is off. */
export function captureError(error: unknown): void {
  handle?.captureError(error);
}
